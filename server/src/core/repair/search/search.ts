/**
 * Repair without a model: a best-first search over small changes, with the same verifiers. Results are ranked by the
 * remaining findings, whether they have answers, similarity to the question, and the number of changes.
 */
import { topicEntitiesOf } from '../../check/answer/topics';
import { infer } from '../../schema/inference/inference';
import type { RepairOptions, RepairPorts } from '../repair-ports';
import type { RepairCandidate } from './move';
import { expand, type SearchEntry } from './expand';
import { checkWithoutRunning, runChecked, type SearchContext, type CheckedQuery } from './check-query';
import { KbProbes } from './kb-probes';
import { SearchBudget } from '../../language/text/search-budget';
import { termsWithoutNames, type QuestionTerms } from '../../question/question-terms';
import { isSound, scoreOf } from './score';
import type { Dialect, Group } from '../../language/sparql/model';
import { parseQuery } from '../../language/sparql/parse';
import { nameSimilarity, parseName } from '../../schema/inference/near-names';
import type { KbSchema } from '../../schema/schema';
import { namesIn, relevance } from './question-similarity';
import { NAME_RELATIONS } from './moves/names-and-prefixes';

interface SearchProgress {
  readonly message: string;
}

/** The likeliest queries are tried even if the KB budget is used up. */
const MIN_TRIALS = 4;

/** How much better than a sound query another must be. */
const SOUND_MARGIN = 3;

interface TriedEntry extends SearchEntry {
  readonly score: number;
}

/**
 * Best first. The given query is among them, without changes; only those before it are better. Rejects only when
 * `signal` is aborted.
 */
export async function* searchRepairs(
  query: string,
  question: string | undefined,
  ports: Pick<RepairPorts, 'schema' | 'kb' | 'now' | 'onDefect' | 'onEffect'>,
  options: Pick<RepairOptions, 'dialect' | 'severities' | 'limits'> & { readonly effort?: SearchLimits },
  signal: AbortSignal,
): AsyncGenerator<SearchProgress, readonly RepairCandidate[]> {
  const { schema, kb, now, onDefect, onEffect } = ports;
  signal.throwIfAborted();
  if (!schema) return [{ query, changes: [], findings: [], closeness: 0 }];
  const effort = options.effort ?? SEARCH_LIMITS;
  const budget = new SearchBudget(now, effort.milliseconds, signal);
  const before: SearchContext = {
    schema,
    probes: kb && new KbProbes(kb.kb, options.limits, effort.requests, budget, signal),
    budget,
    lookUp: kb && ((iris, stop) => kb.directory.lookUp(iris, stop)),
    known: kb && {
      name: kb.kb.name,
      complete: kb.kb.complete,
      entity: (iri) => kb.directory.known(iri),
      // Matches are found by running the query.
      matches: () => undefined,
    },
    question: question === undefined ? undefined : termsWithoutNames(question, []),
    dialect: options.dialect,
    severities: options.severities,
    onDefect,
    onEffect,
    signal,
  };
  if (isTooLong(query, options.dialect)) {
    yield { message: 'The query is too long for the search' };
    return rank([{ ...givenEntry(checkWithoutRunning(query, before)), score: 0 }]);
  }
  const context =
    question === undefined
      ? before
      : { ...before, question: termsWithoutNames(question, await entityNames(query, before)) };
  const isSpent = (): boolean => budget.isOver || (context.probes?.isSpent ?? false);

  const given = checkWithoutRunning(query, context);
  const queue: SearchEntry[] = [givenEntry(given)];
  const seen = new Set([query]);
  const tried: TriedEntry[] = [];
  let expansions = 0;
  let best = Infinity;
  while (queue.length && tried.length < effort.trials && !(tried.length > MIN_TRIALS && isSpent())) {
    await budget.yieldIfNeeded();
    queue.sort((left, right) => left.estimate - right.estimate);
    const next = queue.shift();
    if (!next || next.estimate >= best) break;
    const checked = await runChecked(next.checked, context);
    const score = scoreOf(checked, next.cost);
    tried.push({ ...next, checked, score });
    yield { message: `${tried.length} queries tried` };
    const sound = isSound(checked);
    if (sound) best = Math.min(best, score + (next.changes.length ? 0 : -SOUND_MARGIN));
    if (
      (sound && next.changes.length) ||
      next.changes.length >= effort.depth ||
      expansions >= effort.expansions
    )
      continue;
    expansions++;
    for (const entry of await expand({ ...next, checked }, context)) {
      if (seen.has(entry.checked.model.text)) continue;
      seen.add(entry.checked.model.text);
      queue.push(entry);
    }
  }
  if (budget.isTimeDependent)
    yield { message: 'The search was stopped because it took too long. A second try may find more' };
  return rank(
    tried.filter(
      ({ checked, changes }) =>
        !changes.length || isPlausibleRepair(given, checked, schema, context.question),
    ),
  );
}

function givenEntry(checked: CheckedQuery): SearchEntry {
  return { checked, changes: [], cost: 0, estimate: -Infinity };
}

/** A sound query is kept unless another is much better. */
function rank(tried: readonly TriedEntry[]): readonly RepairCandidate[] {
  const adjustedScore = ({ score, changes, checked }: TriedEntry): number =>
    score - (changes.length === 0 && isSound(checked) ? SOUND_MARGIN : 0);
  return [...tried]
    .sort((left, right) => adjustedScore(left) - adjustedScore(right))
    .map(({ checked: { model, findings, execution, closeness }, changes }) => ({
      query: model.text,
      changes,
      findings,
      ...(execution && { execution }),
      closeness,
    }));
}

async function entityNames(query: string, context: SearchContext): Promise<readonly string[]> {
  const { schema, lookUp, signal } = context;
  const { model } = checkWithoutRunning(query, context);
  const topics = [...topicEntitiesOf(infer(model, schema).scopes, schema).keys()];
  if (!lookUp || !topics.length) return [];
  return [...(await lookUp(topics, signal)).values()].flatMap(({ name }) => name ?? []);
}

/** Long queries are not searched: every change would have to be verified again. */
const MAX_CHARACTERS = 20_000;
const MAX_TRIPLES = 50;

function isTooLong(text: string, dialect: Dialect): boolean {
  if (text.length > MAX_CHARACTERS) return true;
  const { query } = parseQuery(text, dialect);
  return query.groups.reduce((sum, group) => sum + countTriples(group), 0) > MAX_TRIPLES;
}

function countTriples({ triples, children, select }: Group): number {
  return [...children, ...(select?.groups ?? [])].reduce(
    (sum, group) => sum + countTriples(group),
    triples.length,
  );
}

/**
 * The limits of a search. It ends at the first limit with the best query so far. The counts are the real limits,
 * so that it finds the same on every machine; the time only guards against a very slow KB.
 */
export interface SearchLimits {
  /** Queries that are verified, and run if worthwhile. */
  readonly trials: number;
  /** Of these, how many are expanded. */
  readonly expansions: number;
  /** Requests to the KB. */
  readonly requests: number;
  readonly milliseconds: number;
  /** Changes to one query. */
  readonly depth: number;
}

export const SEARCH_LIMITS: SearchLimits = {
  trials: 60,
  expansions: 14,
  requests: 150,
  milliseconds: 30_000,
  depth: 4,
};

/** The minimum similarity of two names that may have been confused. */
const MIN_NAME_SIMILARITY = 0.3;

/**
 * Whether a candidate of the search may be what the author meant; having an answer is not enough.
 * An unknown relation may be replaced by one with a similar name or one that the question mentions; an existing one only if a finding
 * concerns it, or if the candidate is closer to the question. Directions, mediators and literals do not change the meaning.
 */
function isPlausibleRepair(
  given: CheckedQuery,
  proposed: CheckedQuery,
  schema: KbSchema,
  question: QuestionTerms | undefined,
): boolean {
  const before = namesIn(given.model, schema);
  const after = namesIn(proposed.model, schema);
  const has = (ids: readonly string[], id: string): boolean =>
    ids.includes(id) ||
    ids.some(
      (other) =>
        schema.relation(other)?.reverse === id ||
        (NAME_RELATIONS.includes(id) && NAME_RELATIONS.includes(other)),
    );
  const lost = before.relations.filter((id) => !has(after.relations, id));
  const gained = after.relations.filter((id) => !has(before.relations, id));
  const isCloser = proposed.closeness > given.closeness;
  const isFaulty = (id: string): boolean =>
    given.findings.some(
      ({ range, severity }) =>
        (severity === 'error' || severity === 'warning') &&
        given.model.text.slice(range.start, range.end).includes(id),
    );
  const hasSimilarName = (id: string): boolean =>
    gained.some((other) => nameSimilarity(parseName(id), parseName(other), false) >= MIN_NAME_SIMILARITY);
  const isAskedFor = question !== undefined && gained.some((id) => relevance(id, question, schema).asked > 0);
  const relationsKept = lost.every((id) =>
    schema.hasRelation(id)
      ? question === undefined
        ? isFaulty(id)
        : isCloser || isFaulty(id)
      : hasSimilarName(id) || isAskedFor,
  );
  const classesKept = before.classes
    .filter((id) => schema.hasType(id) && !after.classes.includes(id))
    .every((id) => isFaulty(id) || (question !== undefined && proposed.closeness >= given.closeness));
  return relationsKept && classesKept;
}
