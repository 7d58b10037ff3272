/** Texts about a question and its answer. */
import type {
  NamedAnswer,
  LinkedEntity,
  LinkedLiteral,
  StrategyName,
} from '../../../server/src/protocol/index';
import { formatNumber, plural, t } from '../l10n';
import { shortIri } from '../terms';
import { answerText, moneyText, durationText, tokenText } from '../trace/repair-texts';
import type { AskTraceHead, CandidateHead } from './ask-messages';

export type ConfidenceLevel = 'high' | 'good' | 'low' | 'poor';

/** From this confidence on, nine of ten answers are right by cross-validation (docs/quality.md). Only these are shown in green. */
export const NINE_IN_TEN = 0.9;

export function confidenceLevel(confidence: number): ConfidenceLevel {
  if (confidence >= NINE_IN_TEN) return 'high';
  if (confidence >= 0.65) return 'good';
  return confidence >= 0.4 ? 'low' : 'poor';
}

export const confidenceTexts = (): Readonly<Record<ConfidenceLevel, string>> => ({
  high: t('Very likely correct'),
  good: t('Likely correct'),
  low: t('Uncertain'),
  poor: t('Doubtful'),
});

/** The confidence in percent. Values below 1 are at most 99 %, values above 0 at least 1 %. */
export const confidencePercent = (confidence: number): number =>
  Math.min(confidence < 1 ? 99 : 100, Math.max(confidence > 0 ? 1 : 0, Math.round(confidence * 100)));

export const strategyDescriptions = (): Readonly<Record<StrategyName, string>> => ({
  'fun-fusic': t('A model writes a query from matching schema parts'),
  'rng-kbqa': t('Enumerates and ranks candidate queries around the entities'),
  chatkbqa: t('A model drafts a logical form; its names are then resolved in the KB'),
  fidelis: t('Follows paths from the entities and verifies each step'),
});

type Unanswered = Pick<AskTraceHead, 'kb' | 'result' | 'linking'>;

/** The title if there is no answer. */
export function unansweredTitle({ kb, result, linking }: Unanswered): string {
  if (result.kind === 'failed') return t('The question could not be answered');
  if (result.refusal === 'not-understood') return t('The question was not understood');
  if (result.level === 'data') return t('{0} does not contain this fact', kb);
  return hasNoMentions(linking)
    ? t('{0} has no entity with this name', kb)
    : t('{0} cannot answer this question', kb);
}

/** An explanation of the title for users who do not know schemas. */
export function unansweredText({ kb, result, linking }: Unanswered): string {
  if (result.kind === 'failed') return t('The question may still have an answer.');
  if (result.refusal === 'not-understood')
    return t(
      'It may have an answer in {0} if you ask for one fact, in English, with names as in the KB.',
      kb,
    );
  if (result.level === 'data')
    return t(
      '{0} can represent facts of this kind, but does not contain this one. It may still be true.',
      kb,
    );
  if (hasNoMentions(linking))
    return t('No name in the question was found in {0}. It may be missing, or spelled differently.', kb);
  return result.level === 'schema'
    ? t('{0} has no relation for what the question asks.', kb)
    : t('Nothing in {0} matches what the question asks.', kb);
}

/** The qualifications of an answer: the words that its query ignores, and a count of an incomplete KB. */
export function qualifications({
  ignored = [],
  atLeast,
  answers: [count],
}: AskTraceHead['result']): readonly string[] {
  return [
    ...(atLeast && count ? [t('At least {0}: the KB is incomplete.', count.name)] : []),
    ...(ignored.length > 0 ? [t('Ignored: {0}', ignored.join(', '))] : []),
  ];
}

/** The reasons of the confidence without those about ignored words, which `qualifications` states. */
export function otherReasons({ ignored = [], confidence }: AskTraceHead['result']): readonly string[] {
  const quoted = ignored.map((word) => `“${word.toLowerCase()}”`);
  return confidence.why.filter((reason) => !quoted.some((word) => reason.toLowerCase().includes(word)));
}

const hasNoMentions = ({ entities, literals }: AskTraceHead['linking']): boolean =>
  entities.length + literals.length === 0;

/** The cost of an answer, as parts of one line. */
export function costTexts(trace: AskTraceHead): readonly string[] {
  const { model, rounds, queries, usage, milliseconds } = trace;
  const { calls, tokens, money } = usage;
  return [
    model === undefined || calls === 0 ? t('no model used') : model,
    ...(rounds > 1 ? [plural(rounds, '{0} round', '{0} rounds')] : []),
    plural(queries, '{0} query', '{0} queries'),
    ...(calls > 0 ? [tokenText(tokens)] : []),
    ...(money === undefined ? [] : [t('cost {0}', moneyText(money))]),
    durationText(milliseconds),
  ];
}

/** The readable name of a type ID, such as `film director` for `film.film_director`. */
export const typeName = (id: string): string =>
  (id.split(/[./#]/).at(-1) ?? id).replaceAll('_', ' ').trim() || id;

/** The names of the first types, without duplicates. */
export function typeNames(types: readonly string[] | undefined, count = 2): string {
  return [...new Set((types ?? []).map(typeName))].slice(0, count).join(', ');
}

const matchTexts = (): Readonly<Record<LinkedEntity['match'], string>> => ({
  exact: t('exact name'),
  plural: t('plural of the name'),
  partial: t('part of the name'),
  fuzzy: t('similar name'),
  given: t('chosen by you'),
});

/** The tooltip of a linked entity. */
export function entityDetails({ id, types, alias, match, because }: LinkedEntity): string {
  return [
    id,
    types.length > 0 && types.slice(0, 4).join(', '),
    alias !== undefined && t('also known as {0}', alias),
    matchTexts()[match],
    ...because,
  ]
    .filter((line) => line !== false)
    .join('\n');
}

const literalKinds = (): Readonly<Record<LinkedLiteral['kind'], string>> => ({
  integer: t('number'),
  float: t('number'),
  year: t('year'),
  month: t('month'),
  date: t('date'),
  now: t('today'),
});

const comparisonText = (
  comparison: NonNullable<LinkedLiteral['comparison']>,
  { isTime }: { readonly isTime: boolean },
): string =>
  isTime
    ? { lt: t('before'), le: t('up to'), gt: t('after'), ge: t('from') }[comparison]
    : { lt: t('less than'), le: t('at most'), gt: t('more than'), ge: t('at least') }[comparison];

export function literalText({ kind, value, unit, comparison }: LinkedLiteral): string {
  const isTime = kind !== 'integer' && kind !== 'float';
  return [literalKinds()[kind], comparison && comparisonText(comparison, { isTime }), value, unit]
    .filter(Boolean)
    .join(' ');
}

/** The name of an answer; truth values as Yes and No. */
export function answerName({ name, value, iri }: NamedAnswer): string {
  if (iri !== undefined) return name;
  if (value === 'true' && /^(?:true|yes)$/i.test(name)) return t('Yes');
  return value === 'false' && /^(?:false|no)$/i.test(name) ? t('No') : name;
}

/** The first answers of a candidate. */
export function firstAnswers(
  { answers, execution }: CandidateHead,
  nameOf: (id: string) => string | undefined,
  count = 3,
): string {
  if (answers === undefined || answers.length === 0) return answerText({ ...(execution && { execution }) });
  const first = answers.slice(0, count).map((answer) => nameOf(answer) ?? shortIri(answer));
  const left = answers.length - first.length;
  return left > 0 ? t('{0} and {1} more', first.join(', '), formatNumber(left)) : first.join(', ');
}

/** The title of a candidate: its path, or its first significant line. */
export function candidateTitle({ path, sexpr, query }: CandidateHead): string {
  if (path) return path;
  if (sexpr) return sexpr;
  const lines = query.split('\n').map((line) => line.trim());
  return lines.find((line) => line !== '' && !/^(#|PREFIX\b|BASE\b)/i.test(line)) ?? t('Query');
}

/** Which candidate gave the answer; undefined if there was none. */
export function chosenCandidateText({ considered }: Pick<AskTraceHead, 'considered'>): string | undefined {
  const index = considered.findIndex(({ chosen }) => chosen);
  const candidate = considered[index];
  if (!candidate) return undefined;
  return t(
    'Candidate {0} of {1}: {2}',
    formatNumber(index + 1),
    formatNumber(considered.length),
    candidateTitle(candidate),
  );
}

/** Capitalizes the first letter, except of an ID such as `film.film.directed_by`. */
export function startSentence(text: string): string {
  return /^[a-z0-9_]+\./.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** A reason as an item of a list: without a full stop, unless it has several sentences. */
export function listedReason(reason: string): string {
  const text = startSentence(reason);
  return /[.!?] /.test(text) ? text : text.replace(/\.$/, '');
}

/** The announcement for screen readers. */
export function announcementOf(trace: AskTraceHead): string {
  const { result } = trace;
  if (result.kind !== 'answer') return `${unansweredTitle(trace)}.`;
  const [only] = result.answers;
  const summary =
    result.answers.length === 1 && only
      ? t('Answer: {0}.', answerName(only))
      : plural(result.answers.length, '{0} answer.', '{0} answers.');
  return `${summary} ${confidenceTexts()[confidenceLevel(result.confidence.value)]}.`;
}

/** A query with its question in a comment above. */
export const queryWithQuestion = (question: string, query: string): string =>
  `# question: ${question.replace(/\s+/g, ' ').trim()}\n${query}`;
