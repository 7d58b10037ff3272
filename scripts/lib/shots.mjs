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

/** A sample with several findings, one of them people.person.birthplace. */
const mistakes = 'mistakes.rq';

/** One shot in every theme: what looks right in one may vanish in another. */
const inEveryTheme = (shot) =>
  Object.keys(themes).map((theme) => ({ ...shot, theme, name: `${shot.name}-${theme}` }));

/** Every picture: a sample, a theme, where the caret stands and what is open; `documents` for those in docs/images/. */
export const shots = [
  ...inEveryTheme({ name: 'problems', file: mistakes, awaits: anyMark, steps: ['problems'] }),
  ...inEveryTheme({
    name: 'hover',
    file: mistakes,
    awaits: anyMark,
    caretAt: 'people.person.birthplace',
    steps: ['hover'],
  }),
  ...inEveryTheme({
    name: 'quick-fix',
    file: mistakes,
    awaits: anyMark,
    caretAt: 'people.person.birthplace',
    steps: ['quickFix'],
  }),
  ...inEveryTheme({
    name: 'schema',
    file: 'through-a-mediator.rq',
    caretAt: 'film.film.starring',
    steps: ['revealInSchema', 'openSelectedPage'],
  }),
  ...inEveryTheme({
    name: 'schema-type',
    file: 'through-a-mediator.rq',
    caretAt: 'film.film.starring',
    steps: ['revealInSchema', 'openParentPage'],
  }),
  ...inEveryTheme({ name: 'schema-search', file: 'through-a-mediator.rq', steps: ['searchSchema'] }),
  ...inEveryTheme({ name: 'status-menu', file: mistakes, awaits: anyMark, steps: ['statusMenu'] }),
];
