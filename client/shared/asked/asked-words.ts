/** What is said of a question asked and its parts, in a few words each. */
import type {
  NamedAnswer,
  LinkedEntity,
  LinkedLiteral,
  StrategyName,
} from '../../../server/src/protocol/index';
import { formatNumber, plural, t } from '../l10n';
import { shortIri } from '../terms';
import { answerWords, moneyWords, timeWords, tokenWords } from '../trace/trace-words';
import type { AskedHead, ConsideredHead } from './asked-messages';

export type Sureness = 'high' | 'good' | 'low' | 'poor';

export function surenessOf(confidence: number): Sureness {
  if (confidence >= 0.85) return 'high';
  if (confidence >= 0.65) return 'good';
  return confidence >= 0.4 ? 'low' : 'poor';
}

export const surenessWords = (): Readonly<Record<Sureness, string>> => ({
  high: t('Very likely correct'),
  good: t('Likely correct'),
  low: t('Uncertain'),
  poor: t('Doubtful'),
});

/** In percent; what is not certain is never called so. */
export const percentOf = (confidence: number): number =>
  Math.min(confidence < 1 ? 99 : 100, Math.max(confidence > 0 ? 1 : 0, Math.round(confidence * 100)));

export const strategyWords = (): Readonly<Record<StrategyName, string>> => ({
  'fun-fusic': t('A model writes a query from the most relevant schema parts and repairs it'),
  'rng-kbqa': t('Enumerates and ranks candidate queries around the entities'),
  chatkbqa: t('A model drafts a logical form; its names are then resolved in the KB'),
  fidelis: t('Follows paths from the entities and verifies each step'),
});

type Unanswered = Pick<AskedHead, 'kb' | 'result' | 'linking'>;

/** What a question asked is headed with where it has no answer. */
export function unansweredTitle({ kb, result, linking }: Unanswered): string {
  if (result.kind === 'failed') return t('The question could not be answered');
  if (result.level === 'data') return t('{0} does not contain this fact', kb);
  return isUnrecognised(linking)
    ? t('{0} has no entity with this name', kb)
    : t('{0} cannot answer this question', kb);
}

/** What that means, for someone who has never seen a schema. */
export function unansweredWords({ kb, result, linking }: Unanswered): string {
  if (result.kind === 'failed') return t('The question may still have an answer.');
  if (result.level === 'data')
    return t(
      '{0} can represent facts of this kind, but does not contain this one. It may still be true.',
      kb,
    );
  if (isUnrecognised(linking))
    return t('No name in the question was found in {0}. It may be missing, or spelled differently.', kb);
  return result.level === 'schema'
    ? t('{0} has no relation for what the question asks.', kb)
    : t('Nothing in {0} matches what the question asks.', kb);
}

const isUnrecognised = ({ entities, literals }: AskedHead['linking']): boolean =>
  entities.length + literals.length === 0;

/** Strategy and KB, then what it took; each a part of one line. */
export function costWords(asked: AskedHead): readonly string[] {
  const { model, rounds, queries, usage, milliseconds } = asked;
  const { calls, tokens, money } = usage;
  return [
    model === undefined || calls === 0 ? t('no model used') : model,
    ...(rounds > 1 ? [plural(rounds, '{0} round', '{0} rounds')] : []),
    plural(queries, '{0} query', '{0} queries'),
    ...(calls > 0 ? [tokenWords(tokens)] : []),
    ...(money === undefined ? [] : [t('cost {0}', moneyWords(money))]),
    timeWords(milliseconds),
  ];
}

/** The id of a type as a word: `film.film_director` is a film director. */
export const typeWords = (id: string): string =>
  (id.split(/[./#]/).at(-1) ?? id).replaceAll('_', ' ').trim() || id;

/** Each once, and only a few. */
export function typesInShort(types: readonly string[] | undefined, most = 2): string {
  return [...new Set((types ?? []).map(typeWords))].slice(0, most).join(', ');
}

const matchWords = (): Readonly<Record<LinkedEntity['match'], string>> => ({
  exact: t('exact name'),
  plural: t('plural of the name'),
  partial: t('part of the name'),
  fuzzy: t('similar name'),
  given: t('chosen by you'),
});

/** All that is known of an entity that was linked, on lines of a tooltip. */
export function entityDetails({ id, types, alias, match, because }: LinkedEntity): string {
  return [
    id,
    types.length > 0 && types.slice(0, 4).join(', '),
    alias !== undefined && t('also known as {0}', alias),
    matchWords()[match],
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

const comparisonWords = (
  comparison: NonNullable<LinkedLiteral['comparison']>,
  { ofTimes }: { readonly ofTimes: boolean },
): string =>
  ofTimes
    ? { lt: t('before'), le: t('up to'), gt: t('after'), ge: t('from') }[comparison]
    : { lt: t('less than'), le: t('at most'), gt: t('more than'), ge: t('at least') }[comparison];

export function literalWords({ kind, value, unit, comparison }: LinkedLiteral): string {
  const ofTimes = kind !== 'integer' && kind !== 'float';
  return [literalKinds()[kind], comparison && comparisonWords(comparison, { ofTimes }), value, unit]
    .filter(Boolean)
    .join(' ');
}

/** A truth value as one says it. */
export function nameOfAnswer({ name, value, iri }: NamedAnswer): string {
  if (iri !== undefined) return name;
  if (value === 'true' && /^(?:true|yes)$/i.test(name)) return t('Yes');
  return value === 'false' && /^(?:false|no)$/i.test(name) ? t('No') : name;
}

/** The first few answers of a query that was tried. */
export function answersInShort(
  { answers, execution }: ConsideredHead,
  nameOf: (id: string) => string | undefined,
  most = 3,
): string {
  if (answers === undefined || answers.length === 0) return answerWords({ ...(execution && { execution }) });
  const first = answers.slice(0, most).map((answer) => nameOf(answer) ?? shortIri(answer));
  const left = answers.length - first.length;
  return left > 0 ? t('{0} and {1} more', first.join(', '), formatNumber(left)) : first.join(', ');
}

/** What a query that was tried is called: its path, or its first telling line. */
export function consideredTitle({ path, sexpr, query }: ConsideredHead): string {
  if (path) return path;
  if (sexpr) return sexpr;
  const lines = query.split('\n').map((line) => line.trim());
  return lines.find((line) => line !== '' && !/^(#|PREFIX\b|BASE\b)/i.test(line)) ?? t('Query');
}

/** A few words as they begin a line; an id such as `film.film.directed_by` stays what it is. */
export function sentence(words: string): string {
  return /^[a-z0-9_]+\./.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1);
}

/** What is announced to those who do not see the page. */
export function announcementOf(asked: AskedHead): string {
  const { result } = asked;
  if (result.kind !== 'answer') return `${unansweredTitle(asked)}.`;
  const [only] = result.answers;
  const found =
    result.answers.length === 1 && only
      ? t('Answer: {0}.', nameOfAnswer(only))
      : plural(result.answers.length, '{0} answer.', '{0} answers.');
  return `${found} ${surenessWords()[surenessOf(result.confidence.value)]}.`;
}

/** A query under its question, as it stands in a file. */
export const draftUnder = (question: string, query: string): string =>
  `# question: ${question.replace(/\s+/g, ' ').trim()}\n${query}`;
