/** Ranks queries for a question without a model, and compares a query that someone else wrote with the likeliest one. */
import { topicEntitiesOf } from '../check/answer/topics';
import type { Agreement } from '../describe/description';
import type { Execution } from '../kb/knowledge-base';
import type { QueryModel } from '../language/sparql/model';
import { parseQuery } from '../language/sparql/parse';
import { overlaps } from '../language/text/range';
import { iriOf } from '../question/linking/linked-entities';
import type { LinkedEntity, Linking } from '../question/linking/linking';
import { answersOf, valuesOf } from '../repair/answers-of';
import { keepAuthorText } from '../repair/keep-text';
import type { QuestionRanking, RankedQuery } from '../repair/repair-ports';
import { namesIn } from '../repair/search/question-similarity';
import { infer } from '../schema/inference/inference';
import { labelOf } from '../schema/labels';
import type { KbSchema } from '../schema/schema';
import type { AskOptions, AskPorts } from './ask-ports';
import { executeQuery, hasAnswer } from './execute-query';
import { notUnderstoodReason } from './not-understood';
import { RankedForms } from './ranked-forms';
import { unsupportedReason } from './unsupported-question';

export type RankingPorts = Pick<AskPorts, 'schema' | 'kb' | 'linker' | 'retriever' | 'ranker' | 'date'>;
export type RankingOptions = Pick<AskOptions, 'dialect' | 'limits' | 'rngKbqa'>;

/** From this confidence in the likeliest query on, a query without answers, or with others, does not match the question. */
const MIN_CONFIDENCE_IF_EMPTY = 0.8;
const MIN_CONFIDENCE_IF_ANSWERED = 0.85;
/** And if its score is lower by at least this. A difference of 1 means about 2.7 times less likely. */
const MIN_LEAD = 1;
/** From this confidence on, a query with the answers of the likeliest one matches the question. */
const MIN_CONFIDENCE_OF_SAME = 0.5;

/** Names are looked up for this many answers. */
const MAX_NAMED_ANSWERS = 100;

/** Undefined if the ranker cannot express the question, or no query has an answer. The entities of `given` are preferred. */
export async function rankForQuestion(
  question: string,
  given: QueryModel | undefined,
  ports: RankingPorts,
  options: RankingOptions,
  signal: AbortSignal,
): Promise<QuestionRanking | undefined> {
  const { schema, kb, linker } = ports;
  const found = await linker.link(question, undefined, signal, kb);
  if (notUnderstoodReason(question, found, ports) ?? unsupportedReason(question, found)) return undefined;
  const linking = given ? preferEntitiesOf(given, found, schema) : found;
  const ranked = await RankedForms.rank({ task: { question }, linking, ports, options, signal });
  const likeliest = await likeliestQuery(ranked, options);
  if (!likeliest) return undefined;
  const best = given ? await withStyleOf(given, likeliest, ports, options, signal) : likeliest;
  const iris = best.answers.slice(0, MAX_NAMED_ANSWERS).map((id) => iriOf(id, schema));
  const named = await kb.directory.lookUp(iris, signal);
  const names = [...named.values()].flatMap(({ name }) => name ?? []);
  const known = new Set([...best.answers, ...names]);
  return {
    best,
    compare: (query, execution) => {
      const agreement = compareWith(best, known, ranked.scoreOf(textOf(query)), query, execution);
      return agreement === 'different'
        ? differentAgreement(query, best, schema)
        : { verdict: agreement, by: 'ranking', explanation: EXPLANATIONS[agreement] };
    },
  };
}

/** Runs a query and compares it with the likeliest query for its question. Undefined if the ranking decides nothing. */
export async function compareByRanking(
  query: QueryModel,
  question: string,
  ports: RankingPorts,
  options: RankingOptions,
  signal: AbortSignal,
): Promise<Agreement | undefined> {
  if (query.query.form !== 'select' || !(await knowsEntities(query, ports, signal))) return undefined;
  const ranking = await rankForQuestion(question, query, ports, options, signal);
  if (!ranking || ranking.best.confidence < MIN_CONFIDENCE_OF_SAME) return undefined;
  const execution = await ports.kb.kb.execute(textOf(query), options.limits, signal);
  const agreement = ranking.compare(query, execution);
  return agreement.verdict === 'unknown' ? undefined : agreement;
}

/** A KB that lacks an entity of the query is not the one that the query was written for. */
async function knowsEntities(
  query: QueryModel,
  { kb: { kb, directory }, schema }: RankingPorts,
  signal: AbortSignal,
): Promise<boolean> {
  if (kb.complete) return true;
  const topics = [...topicEntitiesOf(infer(query, schema).scopes, schema).keys()];
  await directory.lookUp(topics, signal);
  return topics.every((iri) => directory.known(iri)?.exists === true);
}

const EXPLANATIONS = {
  same: 'It has the answers of the likeliest query for the question.',
  unknown: 'The ranking of queries for the question is not conclusive.',
} as const;

/** Of several entities for the same words, the one that the query contains is meant. */
function preferEntitiesOf(query: QueryModel, linking: Linking, schema: KbSchema): Linking {
  if (!query.parses) return linking;
  const topics = topicEntitiesOf(infer(query, schema).scopes, schema);
  const own = linking.entities.filter(({ iri, mention }) => mention && topics.has(iri));
  const isReplaced = (entity: LinkedEntity): boolean =>
    !own.includes(entity) &&
    own.some(({ mention }) => mention && entity.mention && overlaps(mention, entity.mention));
  return { ...linking, entities: linking.entities.filter((entity) => !isReplaced(entity)) };
}

/** The first ranked query with an answer of the expected type. */
async function likeliestQuery(
  ranked: RankedForms,
  { rngKbqa }: RankingOptions,
): Promise<RankedQuery | undefined> {
  for (const form of ranked.forms.slice(0, rngKbqa.executed)) {
    const candidate = await ranked.run(form, ranked.toQuery(form));
    const { query, answers, execution, chosen } = candidate;
    if (!chosen || !answers || !execution) continue;
    const { path, score, rank } = form;
    const confidence = ranked.baseConfidence(rank ?? 0) * ranked.ruleFactor(rank, true);
    return { query, path, answers, execution, score, confidence };
  }
  return undefined;
}

/** Leaves out DISTINCT, WHERE and the exclusion of the question's entities where the author does, if the answers stay the same. */
async function withStyleOf(
  given: QueryModel,
  best: RankedQuery,
  ports: RankingPorts,
  options: RankingOptions,
  signal: AbortSignal,
): Promise<RankedQuery> {
  const has = (keyword: string): boolean =>
    given.tokens.some(({ type, value }) => type === 'keyword' && value === keyword);
  let query = best.query;
  if (!has('FILTER')) query = query.replace(/^ *FILTER \(\?x != [^()]*\)\n/gm, '');
  if (!has('DISTINCT')) query = query.replace(/^SELECT DISTINCT \?x/m, 'SELECT ?x');
  if (!has('WHERE')) query = query.replace(/ WHERE \{/, ' {');
  if (query === best.query) return best;
  const { execution, answers } = await executeQuery(query, { ports, options, signal });
  return answers?.join('\n') === best.answers.join('\n') ? { ...best, query, execution } : best;
}

function compareWith(
  best: RankedQuery,
  known: ReadonlySet<string>,
  score: number | undefined,
  query: QueryModel,
  execution: Execution | undefined,
): Agreement['verdict'] {
  if (execution?.status !== 'answered' || query.query.form !== 'select') return 'unknown';
  const answers = answersOf(query, execution) ?? [];
  if (answers.join('\n') === best.answers.join('\n'))
    return best.confidence >= MIN_CONFIDENCE_OF_SAME ? 'same' : 'unknown';
  const values = valuesOf(execution);
  // Another reading of the question often shares some answers, such as official and spoken languages.
  if (values.some((value) => known.has(value))) return 'unknown';
  const minConfidence = hasAnswer(answers) ? MIN_CONFIDENCE_IF_ANSWERED : MIN_CONFIDENCE_IF_EMPTY;
  if (best.confidence < minConfidence) return 'unknown';
  return score !== undefined && best.score - score < MIN_LEAD ? 'unknown' : 'different';
}

function differentAgreement(query: QueryModel, best: RankedQuery, schema: KbSchema): Agreement {
  const { dialect } = query;
  const other = parseQuery(best.query, dialect);
  const { relations: own } = namesIn(query, schema);
  const { relations: wanted } = namesIn(other, schema);
  const asked = wanted.filter((id) => !own.includes(id)).at(-1);
  const used = own.filter((id) => !wanted.includes(id)).at(-1);
  return {
    verdict: 'different',
    by: 'ranking',
    explanation: `The likeliest query for the question is ${best.path}. Their answers have nothing in common.`,
    ...(asked !== undefined &&
      used !== undefined &&
      labelOf(asked) !== labelOf(used) && {
        summary: `The question probably asks for “${labelOf(asked)}”, the query for “${labelOf(used)}”`,
      }),
    alternative: {
      query: keepAuthorText(textOf(query), best.query, dialect),
      title: `Ask for ${best.path}`,
    },
  };
}

/** A document may have several queries. */
function textOf({ text, range: { start, end } }: QueryModel): string {
  return text.slice(start, end);
}
