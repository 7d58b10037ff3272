/** What is said of a question asked and its parts, in a few words each. */
import type {
  NamedAnswer,
  LinkedEntity,
  LinkedLiteral,
  StrategyName,
} from '../../../server/src/protocol/index';
import { shortIri } from '../terms';
import { answerWords, counted, moneyWords, number, timeWords } from '../trace/trace-words';
import type { AskedHead, ConsideredHead } from './asked-messages';

export type Sureness = 'high' | 'good' | 'low' | 'poor';

export function surenessOf(confidence: number): Sureness {
  if (confidence >= 0.85) return 'high';
  if (confidence >= 0.65) return 'good';
  return confidence >= 0.4 ? 'low' : 'poor';
}

export const surenessWords: Readonly<Record<Sureness, string>> = {
  high: 'Very likely right',
  good: 'Likely right',
  low: 'Uncertain',
  poor: 'Doubtful',
};

/** In percent; what is not certain is never called so. */
export const percentOf = (confidence: number): number =>
  Math.min(confidence < 1 ? 99 : 100, Math.max(confidence > 0 ? 1 : 0, Math.round(confidence * 100)));

export const strategyWords: Readonly<Record<StrategyName, string>> = {
  'fun-fusic': 'A model writes the query from the nearest parts of the schema, and repairs it',
  'rng-kbqa': 'Possible queries around the entities are listed and ranked',
  chatkbqa: 'A model sketches the query in words, and its names are looked up',
  fidelis: 'Paths from the entities are followed and checked step by step',
};

type Unanswered = Pick<AskedHead, 'kb' | 'result' | 'linking'>;

/** What a question asked is headed with where it has no answer. */
export function unansweredTitle({ kb, result, linking }: Unanswered): string {
  if (result.kind === 'failed') return 'It could not be answered this time';
  if (result.level === 'data') return `${kb} does not have this fact`;
  return isUnrecognised(linking) ? `${kb} has nothing by this name` : `${kb} cannot answer this`;
}

/** What that means, for someone who has never seen a schema. */
export function unansweredWords({ kb, result, linking }: Unanswered): string {
  if (result.kind === 'failed')
    return 'This says nothing about the question itself: it may well have an answer.';
  if (result.level === 'data')
    return `${kb} has a place for facts of this kind, but the one that is asked for is not written down there. In the world it may well be true.`;
  if (isUnrecognised(linking))
    return `Nobody and nothing that the question names was found in ${kb}. It may be spelt in another way there, or not be there at all.`;
  return result.level === 'schema'
    ? `${kb} has no place for facts of this kind: no relation says what the question asks for, whoever or whatever it is about.`
    : `Nothing in ${kb} was found that says what the question asks for.`;
}

const isUnrecognised = ({ entities, literals }: AskedHead['linking']): boolean =>
  entities.length + literals.length === 0;

/** Strategy and KB, then what it took; each a part of one line. */
export function costWords(asked: AskedHead): readonly string[] {
  const { model, rounds, queries, usage, milliseconds } = asked;
  const { calls, tokens, money } = usage;
  return [
    model === undefined || calls === 0 ? 'no model asked' : model,
    ...(rounds > 1 ? [counted(rounds, 'round')] : []),
    counted(queries, 'query', 'queries'),
    ...(calls > 0
      ? [`${tokens.estimated ? 'about ' : ''}${counted(tokens.input + tokens.output, 'token')}`]
      : []),
    ...(money === undefined ? [] : [`cost ${moneyWords(money)}`]),
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

const HOW: Readonly<Record<LinkedEntity['match'], string>> = {
  exact: 'named like this',
  plural: 'named like this, but for its plural',
  partial: 'part of its name',
  fuzzy: 'named almost like this',
  given: 'chosen by you',
};

/** All that is known of an entity that was linked, on lines of a tooltip. */
export function entityDetails({ id, types, alias, match, because }: LinkedEntity): string {
  return [
    id,
    types.length > 0 && types.slice(0, 4).join(', '),
    alias !== undefined && `also called ${alias}`,
    HOW[match],
    ...because,
  ]
    .filter((line) => line !== false)
    .join('\n');
}

const KINDS: Readonly<Record<LinkedLiteral['kind'], string>> = {
  integer: 'number',
  float: 'number',
  year: 'year',
  month: 'month',
  date: 'date',
  now: 'today',
};

const COMPARED = { lt: 'less than', le: 'at most', gt: 'more than', ge: 'at least' } as const;
const COMPARED_IN_TIME = {
  lt: 'before',
  le: 'up to',
  gt: 'after',
  ge: 'from',
} as const;

export function literalWords({ kind, value, unit, comparison }: LinkedLiteral): string {
  const inTime = kind !== 'integer' && kind !== 'float';
  return [KINDS[kind], comparison && (inTime ? COMPARED_IN_TIME : COMPARED)[comparison], value, unit]
    .filter(Boolean)
    .join(' ');
}

/** A truth value as one says it. */
export function nameOfAnswer({ name, value, iri }: NamedAnswer): string {
  if (iri !== undefined) return name;
  if (value === 'true' && /^(?:true|yes)$/i.test(name)) return 'Yes';
  return value === 'false' && /^(?:false|no)$/i.test(name) ? 'No' : name;
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
  return [first.join(', '), left > 0 && `and ${number(left)} more`].filter(Boolean).join(' ');
}

/** What a query that was tried is called: its path, or its first telling line. */
export function consideredTitle({ path, sexpr, query }: ConsideredHead): string {
  if (path) return path;
  if (sexpr) return sexpr;
  const lines = query.split('\n').map((line) => line.trim());
  return lines.find((line) => line !== '' && !/^(#|PREFIX\b|BASE\b)/i.test(line)) ?? 'Query';
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
      ? `Answer: ${nameOfAnswer(only)}.`
      : `${counted(result.answers.length, 'answer')}.`;
  return `${found} ${surenessWords[surenessOf(result.confidence.value)]}.`;
}

/** A query under its question, as it stands in a file. */
export const draftUnder = (question: string, query: string): string =>
  `# question: ${question.replace(/\s+/g, ' ').trim()}\n${query}`;
