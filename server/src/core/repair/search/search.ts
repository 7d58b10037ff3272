/**
 * Repair without a model: a best-first search over small changes, under the same verifiers. What is found is ranked by the
 * findings that are left, by whether it has answers, by how near it is to the question, and by how little was changed.
 */
import { topicsOf } from '../../check/answer/topics';
import { infer } from '../../schema/inference/inference';
import type { RepairOptions, RepairPorts } from '../repair-ports';
import type { Candidate } from './candidate';
import { EFFORT, type Effort } from './effort';
import { expand, type Entry } from './expand';
import { readOnly, run, type Court, type Judged } from './judge';
import { KbQuestions } from './kb-questions';
import { mayBeMeant } from './meaning';
import { Pace } from '../../language/text/pace';
import { questionOf, withoutNames } from '../../question/question';
import { isSound, scoreOf } from './score';
import { isTooLong } from './too-long';

export interface Progress {
  readonly message: string;
}

/** What is likeliest is tried even where the KB can be asked nothing more. */
const FEW = 4;

/** How much better than a query without faults another must be. */
const MARGIN = 3;

interface Tried extends Entry {
  readonly score: number;
}

/**
 * The best first. What was given is among them, without changes: only what stands before it is better. Rejects only when
 * `signal` is aborted.
 */
export async function* searchRepairs(
  query: string,
  question: string | undefined,
  ports: Pick<RepairPorts, 'schema' | 'kb' | 'now' | 'onDefect' | 'onEffect'>,
  options: Pick<RepairOptions, 'dialect' | 'severities' | 'limits'> & { readonly effort?: Effort },
  signal: AbortSignal,
): AsyncGenerator<Progress, readonly Candidate[]> {
  const { schema, kb, now, onDefect, onEffect } = ports;
  signal.throwIfAborted();
  if (!schema) return [{ query, changes: [], findings: [], closeness: 0 }];
  const effort = options.effort ?? EFFORT;
  const pace = new Pace(now, effort.milliseconds, signal);
  const asked = question === undefined ? undefined : questionOf(question);
  const before: Court = {
    schema,
    questions: kb && new KbQuestions(kb.kb, options.limits, effort.questions, pace, signal),
    pace,
    lookUp: kb && ((iris, stop) => kb.directory.lookUp(iris, stop)),
    known: kb && {
      name: kb.kb.name,
      complete: kb.kb.complete,
      entity: (iri) => kb.directory.known(iri),
      // What the KB has is seen when the query is run.
      matches: () => undefined,
    },
    question: asked,
    dialect: options.dialect,
    severities: options.severities,
    onDefect,
    onEffect,
    signal,
  };
  if (isTooLong(query, options.dialect)) {
    yield { message: 'The query is too long for the search' };
    return ranked([{ ...asGiven(readOnly(query, before)), score: 0 }]);
  }
  const court = asked ? { ...before, question: withoutNames(asked, await namesIn(query, before)) } : before;
  const isSpent = (): boolean => pace.isOver || (court.questions?.spent ?? false);

  const given = readOnly(query, court);
  const queue: Entry[] = [asGiven(given)];
  const seen = new Set([query]);
  const tried: Tried[] = [];
  let expansions = 0;
  let best = Infinity;
  while (queue.length && tried.length < effort.trials && !(tried.length > FEW && isSpent())) {
    await pace.step();
    queue.sort((left, right) => left.estimate - right.estimate);
    const next = queue.shift();
    if (!next || next.estimate >= best) break;
    const judged = await run(next.judged, court);
    const score = scoreOf(judged, next.cost);
    tried.push({ ...next, judged, score });
    yield { message: `${tried.length} queries tried` };
    const sound = isSound(judged);
    if (sound) best = Math.min(best, score + (next.changes.length ? 0 : -MARGIN));
    if (
      (sound && next.changes.length) ||
      next.changes.length >= effort.depth ||
      expansions >= effort.expansions
    )
      continue;
    expansions++;
    for (const entry of await expand({ ...next, judged }, court)) {
      if (seen.has(entry.judged.model.text)) continue;
      seen.add(entry.judged.model.text);
      queue.push(entry);
    }
  }
  if (pace.struck)
    yield { message: 'The search took too long and was stopped. It may find more another time' };
  return ranked(
    tried.filter(
      ({ judged, changes }) => !changes.length || mayBeMeant(given, judged, schema, court.question),
    ),
  );
}

function asGiven(judged: Judged): Entry {
  return { judged, changes: [], cost: 0, estimate: -Infinity };
}

/** A query without faults stays, unless another is better by far. */
function ranked(tried: readonly Tried[]): readonly Candidate[] {
  const worth = ({ score, changes, judged }: Tried): number =>
    score - (changes.length === 0 && isSound(judged) ? MARGIN : 0);
  return [...tried]
    .sort((left, right) => worth(left) - worth(right))
    .map(({ judged: { model, findings, execution, closeness }, changes }) => ({
      query: model.text,
      changes,
      findings,
      ...(execution && { execution }),
      closeness,
    }));
}

async function namesIn(query: string, court: Court): Promise<readonly string[]> {
  const { schema, lookUp, signal } = court;
  const { model } = readOnly(query, court);
  const topics = [...topicsOf(infer(model, schema).scopes, schema).keys()];
  if (!lookUp || !topics.length) return [];
  return [...(await lookUp(topics, signal)).values()].flatMap(({ name }) => name ?? []);
}
