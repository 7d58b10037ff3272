import { formatNumber, t } from '../../shared/l10n';
import type { AskTraceHead, CandidateHead } from '../../shared/ask/ask-messages';
import { firstAnswers, candidateTitle, queryWithQuestion } from '../../shared/ask/ask-texts';
import { FREEBASE, displayLines, displayText } from '../../shared/terms';
import { answerText } from '../../shared/trace/repair-texts';
import { copyText } from '../clipboard';
import { actionLink, textButton } from '../controls';
import { element, isolatedText } from '../dom';
import { host } from '../host';
import { EntityNameCache } from '../entity-names';
import { drawFindings } from '../trace/findings';
import { LinkedHighlights } from '../trace/linked-highlights';
import { QueryTextView } from '../trace/query-text';

/** The candidates, best first. A query is drawn when its candidate is opened. */
export function drawCandidates(trace: AskTraceHead): readonly Node[] {
  const { considered, kb } = trace;
  const redraws: (() => void)[] = [];
  const names = new EntityNameCache(kb, () => redraws.forEach((draw) => draw()));
  const known = new Map(trace.result.answers.map(({ value, name }) => [value, name]));
  const nameOf = (id: string): string | undefined =>
    known.get(id) ?? names.nameOf(id) ?? names.nameOf(FREEBASE + id);
  const scores = considered.map(({ score }) => score).filter(Number.isFinite);
  const range = { best: Math.max(...scores), worst: Math.min(...scores) };
  const draw = (from: number, to: number): readonly HTMLElement[] => {
    const shown = considered.slice(from, to);
    names.requestNow(
      shown.flatMap(({ answers = [] }) => answers.slice(0, MAX_ANSWERS).flatMap((answer) => toIris(answer))),
    );
    return shown.map((one) => drawCard(one, trace, range, (redraw) => redraws.push(redraw), nameOf));
  };
  const first = Math.max(MAX_COLLAPSED, considered.findIndex(({ chosen }) => chosen) + 1);
  const list = element('ol', { class: 'alternatives' }, ...draw(0, first));
  const left = considered.length - first;
  if (left <= 0) return [list];
  const more = actionLink(t('Show {0} more', formatNumber(left)), () => {
    more.remove();
    list.append(...draw(first, considered.length));
  });
  return [list, more];
}

const MAX_COLLAPSED = 10;
const MAX_ANSWERS = 3;

/** The IRI to look up a name for; values have none. */
const toIris = (answer: string): readonly string[] =>
  /^[mg]\.[\w-]+$/.test(answer) ? [FREEBASE + answer] : /^https?:\/\/\S+$/.test(answer) ? [answer] : [];

function drawCard(
  one: CandidateHead,
  { question }: AskTraceHead,
  range: ScoreRange,
  onNames: (redraw: () => void) => void,
  nameOf: (id: string) => string | undefined,
): HTMLElement {
  const answers = element('span', { class: 'alternative-answers' });
  const drawAnswers = (): void =>
    answers.replaceChildren(isolatedText(displayText(firstAnswers(one, nameOf, MAX_ANSWERS), 160)));
  drawAnswers();
  onNames(drawAnswers);
  const card = element(
    'details',
    { class: one.chosen ? 'alternative chosen' : 'alternative' },
    element(
      'summary',
      {},
      element(
        'span',
        { class: 'alternative-title' },
        isolatedText(displayText(candidateTitle(one), 160)),
        ...(one.chosen ? [element('span', { class: 'badge proposed', text: t('selected') })] : []),
      ),
      answers,
      drawScore(one.score, range),
    ),
  );
  card.addEventListener('toggle', () => card.append(drawBody(one, question)), { once: true });
  return element('li', {}, card);
}

/** The range of the scores of one question. Scores have no fixed bounds. */
interface ScoreRange {
  readonly best: number;
  readonly worst: number;
}

function drawScore(score: number, { best, worst }: ScoreRange): HTMLElement {
  const filled = element('span', { class: 'confidence-filled' });
  const share = best > worst ? (score - worst) / (best - worst) : 1;
  filled.style.width = `${Math.round(100 * Math.min(1, Math.max(MIN_SHARE, share)))}%`;
  const text = score.toFixed(2);
  return element(
    'span',
    { class: 'alternative-score', title: t('Score {0}, best {1}', text, best.toFixed(2)) },
    element('span', { class: 'confidence-bar', attributes: { 'aria-hidden': true } }, filled),
    element('span', { class: 'dim', text }),
  );
}

const MIN_SHARE = 0.04;

function drawBody(one: CandidateHead, question: string): HTMLElement {
  const { query, sexpr, because, findings, execution, answers, chosen } = one;
  const highlights = new LinkedHighlights();
  const text = new QueryTextView(query.trimEnd(), { findings }, highlights);
  const wasRun = execution !== undefined || answers !== undefined;
  const outcome = answerText({ ...(execution && { execution }), ...(answers && { answers }) });
  return element(
    'div',
    { class: 'alternative-body' },
    ...(because.length > 0
      ? [
          element('h3', { text: chosen ? t('Why this query') : t('For and against') }),
          element('ul', {}, ...because.map((line) => element('li', { text: displayLines(line) }))),
        ]
      : []),
    ...(wasRun ? [element('p', { class: 'dim', text: t('Result: {0}.', outcome) })] : []),
    text.element,
    ...(findings.length > 0 ? [drawFindings(findings, query, text, highlights)] : []),
    ...(sexpr === undefined ? [] : [element('pre', { class: 'value', text: displayLines(sexpr) })]),
    element(
      'div',
      { class: 'actions' },
      textButton(chosen ? t('Open Query') : t('Use This Query'), () =>
        host.send({ type: 'openDraft', query: queryWithQuestion(question, query) }),
      ),
      textButton(t('Copy Query'), () => void copyText(query)),
    ),
  );
}
