/**
 * Repair without a model: a best-first search over small changes, under the same verifiers. What is found is ranked by the
 * findings that are left, by whether it has answers, by how near it is to the question, and by how little was changed.
 */
import { applyEdits } from '../../text/edit';
import { topicsOf } from '../../verify/answer/topics';
import { infer } from '../../infer/inference';
import type { RepairOptions, RepairPorts } from '../repair-ports';
import type { Candidate } from './candidate';
import { EFFORT, type Effort } from './effort';
import { readOnly, run, type Court, type Judged } from './judge';
import { KbQuestions } from './kb-questions';
import type { Move } from './move';
import { classes } from './moves/classes';
import { goOn } from './moves/go-on';
import { kbRelations } from './moves/kb-relations';
import { literalForms } from './moves/literal-forms';
import { otherNames, spelledOut } from './moves/names-and-spaces';
import { offeredFixes } from './moves/offered-fixes';
import { overMediator } from './moves/over-mediator';
import { skippedMediator } from './moves/skipped-mediator';
import { turned } from './moves/turned';
import { mayBeMeant } from './meaning';
import { questionOf, withoutNames } from './question';
import { sceneOf } from './scene';
import { EMPTY, isSound, scoreOf } from './score';

export interface Progress {
  readonly message: string;
}

/** The likeliest changes are looked at however slow the machine is: a first search also makes what later ones use. */
const FEW = 4;

/** How much better than a query without faults another must be. */
const MARGIN = 3;

interface Entry {
  readonly judged: Judged;
  readonly changes: readonly string[];
  readonly cost: number;
  /** What it is probably worth. */
  readonly estimate: number;
}

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
  ports: Pick<RepairPorts, 'schema' | 'kb' | 'now' | 'onDefect'>,
  options: Pick<RepairOptions, 'dialect' | 'severities' | 'limits'> & { readonly effort?: Effort },
  signal: AbortSignal,
): AsyncGenerator<Progress, readonly Candidate[]> {
  const { schema, kb, now, onDefect } = ports;
  signal.throwIfAborted();
  if (!schema) return [{ query, changes: [], findings: [], closeness: 0 }];
  const effort = options.effort ?? EFFORT;
  const began = now();
  const asked = question === undefined ? undefined : questionOf(question);
  const before: Court = {
    schema,
    questions: kb && new KbQuestions(kb.kb, options.limits, effort, now, signal),
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
    signal,
  };
  const court = asked ? { ...before, question: withoutNames(asked, await namesIn(query, before)) } : before;
  const isSpent = (): boolean => now() - began >= effort.milliseconds || (court.questions?.spent ?? false);

  const given = readOnly(query, court);
  const queue: Entry[] = [{ judged: given, changes: [], cost: 0, estimate: -Infinity }];
  const seen = new Set([query]);
  const tried: Tried[] = [];
  let expansions = 0;
  let best = Infinity;
  while (queue.length && tried.length < effort.trials && !(tried.length > FEW && isSpent())) {
    signal.throwIfAborted();
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
    for (const entry of await expand({ ...next, judged, score }, court)) {
      if (seen.has(entry.judged.model.text)) continue;
      seen.add(entry.judged.model.text);
      queue.push(entry);
    }
  }
  return ranked(
    tried.filter(
      ({ judged, changes }) => !changes.length || mayBeMeant(given, judged, schema, court.question),
    ),
  );
}

/** How many of the moves are looked at closely. */
const MOST_MOVES = 60;

async function expand({ judged, changes, cost }: Tried, court: Court): Promise<readonly Entry[]> {
  const scene = sceneOf(judged, court);
  const moves: readonly Move[] = [
    ...offeredFixes(scene),
    ...spelledOut(scene),
    ...otherNames(scene),
    ...(await literalForms(scene)),
    ...turned(scene),
    ...(await classes(scene)),
    ...(await goOn(scene)),
    ...(await kbRelations(scene)),
    ...(await overMediator(scene)),
    ...(await skippedMediator(scene)),
  ];
  const byText = new Map<string, Move>();
  for (const move of moves) {
    const text = applyEdits(judged.model.text, move.edits);
    const other = byText.get(text);
    if (!other || move.cost < other.cost)
      byText.set(text, { ...move, ...(other?.matches && { matches: true }) });
    else if (move.matches) byText.set(text, { ...other, matches: true });
  }
  return [...byText]
    .map(([text, move]) => {
      const next = readOnly(text, court);
      const total = cost + move.cost;
      const empty =
        move.matches === true || !court.questions ? 0 : move.matches === false ? EMPTY : EMPTY / 2;
      return {
        judged: next,
        changes: [...changes, move.change],
        cost: total,
        estimate: scoreOf(next, total) + empty,
      };
    })
    .sort((left, right) => left.estimate - right.estimate)
    .slice(0, MOST_MOVES);
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
