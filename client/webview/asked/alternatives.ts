import { formatNumber, t } from '../../shared/l10n';
import type { AskedHead, ConsideredHead } from '../../shared/asked/asked-messages';
import { answersInShort, consideredTitle, draftUnder } from '../../shared/asked/asked-words';
import { FREEBASE, shownLines, shownText } from '../../shared/terms';
import { answerWords } from '../../shared/trace/trace-words';
import { copyText } from '../clipboard';
import { actionLink, textButton } from '../controls';
import { element, foreign } from '../dom';
import { host } from '../host';
import { Names } from '../names';
import { drawFindings } from '../trace/findings';
import { Lights } from '../trace/lights';
import { QueryText } from '../trace/query-text';

/** What else was thought of, the best first, each with its query when it is opened. */
export function drawAlternatives(asked: AskedHead): readonly Node[] {
  const { considered, kb } = asked;
  const redraws: (() => void)[] = [];
  const names = new Names(kb, () => redraws.forEach((draw) => draw()));
  const known = new Map(asked.result.answers.map(({ value, name }) => [value, name]));
  const nameOf = (id: string): string | undefined =>
    known.get(id) ?? names.nameOf(id) ?? names.nameOf(FREEBASE + id);
  const scores = considered.map(({ score }) => score).filter(Number.isFinite);
  const range = { best: Math.max(...scores), worst: Math.min(...scores) };
  const draw = (from: number, to: number): readonly HTMLElement[] => {
    const shown = considered.slice(from, to);
    names.wantNow(
      shown.flatMap(({ answers = [] }) => answers.slice(0, IN_SHORT).flatMap((answer) => iriOf(answer))),
    );
    return shown.map((one) => cardOf(one, asked, range, (redraw) => redraws.push(redraw), nameOf));
  };
  const list = element('ol', { class: 'alternatives' }, ...draw(0, FIRST));
  const left = considered.length - FIRST;
  if (left <= 0) return [list];
  const more = actionLink(t('Show {0} more', formatNumber(left)), () => {
    more.remove();
    list.append(...draw(FIRST, considered.length));
  });
  return [list, more];
}

const FIRST = 10;
const IN_SHORT = 3;

/** Ids are asked for by name; all else is a value. */
const iriOf = (answer: string): readonly string[] =>
  /^[mg]\.[\w-]+$/.test(answer) ? [FREEBASE + answer] : /^https?:\/\/\S+$/.test(answer) ? [answer] : [];

function cardOf(
  one: ConsideredHead,
  { question }: AskedHead,
  range: Range,
  onNames: (redraw: () => void) => void,
  nameOf: (id: string) => string | undefined,
): HTMLElement {
  const answers = element('span', { class: 'alternative-answers' });
  const drawAnswers = (): void =>
    answers.replaceChildren(foreign(shownText(answersInShort(one, nameOf, IN_SHORT), 160)));
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
        foreign(shownText(consideredTitle(one), 160)),
        ...(one.chosen ? [element('span', { class: 'badge proposed', text: t('selected') })] : []),
      ),
      answers,
      scoreOf(one.score, range),
    ),
  );
  card.addEventListener('toggle', () => card.append(bodyOf(one, question)), { once: true });
  return element('li', {}, card);
}

/** Of the scores of one question; these have no bounds of their own. */
interface Range {
  readonly best: number;
  readonly worst: number;
}

function scoreOf(score: number, { best, worst }: Range): HTMLElement {
  const filled = element('span', { class: 'sure-filled' });
  const share = best > worst ? (score - worst) / (best - worst) : 1;
  filled.style.width = `${Math.round(100 * Math.min(1, Math.max(LEAST_SHARE, share)))}%`;
  const words = score.toFixed(2);
  return element(
    'span',
    { class: 'alternative-score', title: t('Score {0}, best {1}', words, best.toFixed(2)) },
    element('span', { class: 'sure-bar', attributes: { 'aria-hidden': true } }, filled),
    element('span', { class: 'dim', text: words }),
  );
}

const LEAST_SHARE = 0.04;

function bodyOf(one: ConsideredHead, question: string): HTMLElement {
  const { query, sexpr, because, findings, execution, answers, chosen } = one;
  const lights = new Lights();
  const text = new QueryText(query.trimEnd(), { findings }, lights);
  const wasRun = execution !== undefined || answers !== undefined;
  const came = answerWords({ ...(execution && { execution }), ...(answers && { answers }) });
  return element(
    'div',
    { class: 'alternative-body' },
    ...(because.length > 0
      ? [
          element('h3', { text: chosen ? t('Why this query') : t('For and against') }),
          element('ul', {}, ...because.map((line) => element('li', { text: shownLines(line) }))),
        ]
      : []),
    ...(wasRun ? [element('p', { class: 'dim', text: t('Result: {0}.', came) })] : []),
    text.element,
    ...(findings.length > 0 ? [drawFindings(findings, query, text, lights)] : []),
    ...(sexpr === undefined ? [] : [element('pre', { class: 'value', text: shownLines(sexpr) })]),
    element(
      'div',
      { class: 'actions' },
      textButton(chosen ? t('Open as .rq') : t('Use This Query'), () =>
        host.tell({ type: 'openDraft', query: draftUnder(question, query) }),
      ),
      textButton(t('Copy Query'), () => void copyText(query)),
    ),
  );
}
