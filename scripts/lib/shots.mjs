import { join } from 'node:path';

const color = (name) => ({
  'workbench.colorTheme': name,
  'window.autoDetectColorScheme': false,
  'window.autoDetectHighContrast': false,
});

export const themes = {
  dark: color('Dark Modern'),
  light: color('Light Modern'),
  contrast: color('Default High Contrast'),
};

const anyMark = '.editor-instance .squiggly-error, .editor-instance .squiggly-warning';

const anyLens = '.editor-instance .codelens-decoration a, .editor-instance .codelens-decoration span';

/** A sample with several findings, one of them people.person.birthplace. */
const mistakes = 'mistakes.rq';

/** Queries without findings. */
const mediator = 'through-a-mediator.rq';
const films = 'two-constraints.rq';
const dates = 'date-range.rq';

const narrow = { width: 900, height: 700 };

/** One shot in every theme, to check contrast. */
const inEveryTheme = (shot) =>
  Object.keys(themes).map((theme) => ({ ...shot, theme, name: `${shot.name}-${theme}` }));

/** A size at which text stays readable when the image is scaled down. */
const forPages = (height) => ({ theme: 'dark', size: { width: 1200, height }, documents: true });

const problems = { file: mistakes, awaits: anyMark, steps: ['problems'] };
const results = { file: 'with-names.rq', awaits: anyLens, steps: ['hideSideBar', 'runQuery'] };
const trace = {
  file: mistakes,
  awaits: anyMark,
  caretAt: 'people.person.spouse_s',
  steps: ['hideSideBar', 'repairAndTrace'],
};
const repair = {
  file: mistakes,
  awaits: anyMark,
  caretAt: 'people.person.birthplace',
  steps: ['hideSideBar', 'repair'],
};
/** A local model that never responds (screenshots.mjs sets its port), a remote one, and one of the editor. */
const withModels = (chosen) => ({
  'funfusic.models': {
    Llama: { url: 'http://localhost:9/v1', model: 'llama3.1' },
    'GPT-4.1': { url: 'https://api.openai.com/v1', model: 'gpt-4.1', key: true },
    Copilot: { editor: 'copilot/gpt-4o' },
  },
  'funfusic.model': chosen,
  'funfusic.repair.searchFirst': false,
});
const ask = { file: 'with-names.rq', awaits: anyLens, steps: ['hideSideBar', 'ask'] };
const forms = { file: 'logical-forms.sexpr', caretAt: 'directed_by' };
/** `evaluates` is a dataset that is evaluated before the shot. */
const evaluation = {
  file: films,
  awaits: anyLens,
  evaluates: join('test', 'evaluation', 'tiny.plain.jsonl'),
  steps: ['evaluationView', 'evaluationReport'],
};
const completion = { file: films, caretAt: '}', steps: ['hideSideBar', 'typeRelation'] };
const schema = {
  file: mediator,
  caretAt: 'film.film.starring',
  steps: ['revealInSchema', 'expandSelected', 'openSelectedPage'],
};

/**
 * All screenshots: the sample, the theme, the position of the caret and the steps; `documents` marks those in docs/images/,
 * `animated` those whose steps take frames.
 */
export const shots = [
  { name: 'demo', ...repair, ...forPages(680), animated: true, steps: ['hideSideBar', 'demo'] },
  { name: 'problems', ...problems, ...forPages(820), steps: ['hideSideBar', 'problems'] },
  { name: 'completion', ...completion, ...forPages(520) },
  { name: 'schema', ...schema, ...forPages(640) },
  { name: 'results', ...results, ...forPages(640) },
  { name: 'trace', ...trace, ...forPages(820) },
  { name: 'ask', ...ask, ...forPages(960), steps: ['hideSideBar', 'ask', 'openAskedQuery'] },
  { name: 'evaluation', ...evaluation, ...forPages(820) },
  ...inEveryTheme({ name: 'evaluation', ...evaluation }),
  ...inEveryTheme({ name: 'evaluation-trace', ...evaluation, steps: ['evaluationView', 'evaluationTrace'] }),
  ...inEveryTheme({ name: 'ask', ...ask }),
  ...inEveryTheme({ name: 'ask-many', ...ask, steps: ['hideSideBar', 'askForMany'] }),
  ...inEveryTheme({ name: 'ask-unanswerable', ...ask, steps: ['hideSideBar', 'askInVain'] }),
  ...inEveryTheme({
    name: 'ask-failed',
    ...ask,
    settings: {
      'funfusic.knowledgeBases': { Freebase: { endpoint: 'http://localhost:1/sparql' } },
      'funfusic.knowledgeBase': 'Freebase',
    },
    steps: ['hideSideBar', 'askInVain'],
  }),
  ...inEveryTheme({
    name: 'ask-going',
    ...ask,
    settings: { ...withModels('Llama'), 'funfusic.ask.strategy': 'fun-fusic' },
    steps: ['openAskView', 'askWithPatience'],
  }),
  ...inEveryTheme({
    name: 'ask-open',
    ...ask,
    size: { width: 1400, height: 2200 },
    steps: ['hideSideBar', 'ask', 'openAllParts'],
  }),
  ...inEveryTheme({
    name: 'ask-narrow',
    ...ask,
    size: { width: 680, height: 1800 },
    steps: ['hideSideBar', 'ask', 'openAllParts'],
  }),
  ...inEveryTheme({ name: 'ask-entity', ...ask, steps: ['hideSideBar', 'ask', 'entityMenu'] }),
  ...inEveryTheme({ name: 'ask-pick', ...ask, steps: ['hideSideBar', 'ask', 'entityMenu', 'pickEntity'] }),
  ...inEveryTheme({ name: 'ask-view-empty', ...ask, steps: ['openAskView'] }),
  ...inEveryTheme({
    name: 'ask-view',
    ...ask,
    steps: ['openAskView', 'askForMany', 'ask', 'askInVain', 'listQuestions'],
  }),
  ...inEveryTheme({ name: 'ask-forms', ...forms, steps: ['hideSideBar', 'mistypeForm', 'quickFix'] }),
  ...inEveryTheme({ name: 'ask-converted', ...forms, steps: ['hideSideBar', 'convert'] }),
  ...inEveryTheme({ name: 'results', ...results }),
  ...inEveryTheme({ name: 'trace', ...trace }),
  ...inEveryTheme({ name: 'repair', ...repair }),
  ...inEveryTheme({
    name: 'repair-progress',
    ...repair,
    settings: withModels('Llama'),
    steps: ['hideSideBar', 'repairWithPatience'],
  }),
  ...inEveryTheme({
    name: 'repair-notice',
    ...repair,
    settings: withModels('GPT-4.1'),
    steps: ['hideSideBar', 'repairWithNotice'],
  }),
  ...inEveryTheme({ name: 'model-menu', ...repair, settings: withModels('Llama'), steps: ['modelMenu'] }),
  ...inEveryTheme({
    name: 'explanation',
    file: mediator,
    awaits: anyLens,
    steps: ['hideSideBar', 'explainQuery'],
  }),
  ...inEveryTheme({
    name: 'graph',
    file: mediator,
    awaits: anyLens,
    steps: ['hideSideBar', 'runQuery', 'graphTab'],
  }),
  ...inEveryTheme({
    name: 'facts',
    file: mediator,
    awaits: anyLens,
    steps: ['hideSideBar', 'runQuery', 'factsOfFirst'],
  }),
  ...inEveryTheme({
    name: 'empty',
    file: join('mistakes', 'empty-answer.rq'),
    awaits: anyLens,
    steps: ['hideSideBar', 'runToNothing'],
  }),
  ...inEveryTheme({ name: 'problems', ...problems }),
  ...inEveryTheme({ name: 'completion', ...completion }),
  ...inEveryTheme({ name: 'schema', ...schema }),
  ...inEveryTheme({
    name: 'kb-menu',
    file: dates,
    awaits: anyLens,
    settings: {
      'funfusic.knowledgeBases': {
        Freebase: { endpoint: 'http://localhost:8890/sparql', writable: true },
        'mini-freebase': { file: 'data/mini-freebase.nt.gz' },
      },
    },
    steps: ['kbMenu'],
  }),
  ...inEveryTheme({ name: 'walkthrough', file: dates, steps: ['walkthrough'] }),
  ...inEveryTheme({ name: 'walkthrough-narrow', file: dates, size: narrow, steps: ['walkthrough'] }),
  ...inEveryTheme({
    name: 'walkthrough-sample',
    file: dates,
    size: narrow,
    steps: ['walkthrough', 'openFromWalkthrough'],
  }),
  ...inEveryTheme({ name: 'samples-menu', file: dates, steps: ['samplesMenu'] }),
  ...inEveryTheme({ name: 'samples-tour', file: dates, steps: ['tour'] }),
  ...inEveryTheme({ name: 'new-query', file: dates, steps: ['newQuery'] }),
  ...inEveryTheme({ name: 'query', file: dates, awaits: anyLens, steps: [] }),
  ...inEveryTheme({
    name: 'query-by-grammar-only',
    file: dates,
    awaits: anyLens,
    settings: { 'editor.semanticHighlighting.enabled': false },
    steps: [],
  }),
  ...inEveryTheme({ name: 'hover', file: mediator, caretAt: 'film.film.starring', steps: ['hover'] }),
  ...inEveryTheme({
    name: 'quick-fix',
    file: mistakes,
    awaits: anyMark,
    caretAt: 'people.person.birthplace',
    steps: ['quickFix'],
  }),
  ...inEveryTheme({
    name: 'schema-type',
    file: mediator,
    caretAt: 'film.film.starring',
    steps: ['revealInSchema', 'openParentPage'],
  }),
  ...inEveryTheme({ name: 'schema-search', file: mediator, steps: ['searchSchema'] }),
  ...inEveryTheme({ name: 'outline', file: mistakes, awaits: anyMark, steps: ['outline'] }),
  ...inEveryTheme({ name: 'status-menu', file: mistakes, awaits: anyMark, steps: ['statusMenu'] }),
];
