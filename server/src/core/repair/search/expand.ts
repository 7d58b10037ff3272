/** All possible changes of a query, likeliest first. */
import { applyEdits } from '../../language/text/edit';
import { relevance } from './question-similarity';
import { checkWithoutRunning, type SearchContext, type CheckedQuery } from './check-query';
import type { RepairMove } from './move';
import { classes } from './moves/classes';
import { continueFromMediator } from './moves/continue-from-mediator';
import { kbRelations, swapSubjectAndObject } from './moves/kb-relations';
import { literalForms } from './moves/literal-forms';
import { swapNameRelation, expandPrefixes } from './moves/names-and-prefixes';
import { offeredFixes } from './moves/offered-fixes';
import { overMediator } from './moves/over-mediator';
import { skippedMediator } from './moves/skipped-mediator';
import { analyzeCandidate, type SearchState } from './search-state';
import { EMPTY_WEIGHT, scoreOf } from './score';

/** A query in the search queue. */
export interface SearchEntry {
  readonly checked: CheckedQuery;
  readonly changes: readonly string[];
  readonly cost: number;
  readonly estimate: number;
}

const PROPOSERS: readonly ((state: SearchState) => readonly RepairMove[] | Promise<readonly RepairMove[]>)[] =
  [
    offeredFixes,
    expandPrefixes,
    swapNameRelation,
    literalForms,
    swapSubjectAndObject,
    classes,
    continueFromMediator,
    kbRelations,
    overMediator,
    skippedMediator,
  ];

/** Limits for moves that are applied, verified and queued. */
const MAX_WRITTEN = 1000;
const MAX_VERIFIED = 200;
const MAX_QUEUED = 60;

export async function expand(
  { checked, changes, cost }: Omit<SearchEntry, 'estimate'>,
  context: SearchContext,
): Promise<readonly SearchEntry[]> {
  const { budget, probes } = context;
  const state = analyzeCandidate(checked, context);
  const moves: RepairMove[] = [];
  for (const propose of PROPOSERS) {
    await budget.yieldIfNeeded();
    moves.push(...(await propose(state)));
  }
  const entries: SearchEntry[] = [];
  for (const [text, move] of likeliest(state, moves)) {
    await budget.yieldIfNeeded();
    if (budget.isOver) break;
    const next = checkWithoutRunning(text, context);
    const total = cost + move.cost;
    const empty = probes ? emptinessCost(move) : 0;
    entries.push({
      checked: next,
      changes: [...changes, move.change],
      cost: total,
      estimate: scoreOf(next, total) + empty,
    });
  }
  return entries.sort((left, right) => left.estimate - right.estimate).slice(0, MAX_QUEUED);
}

/** The resulting texts, each with its likeliest move. */
function likeliest(
  { model: { text: before }, schema, context }: SearchState,
  moves: readonly RepairMove[],
): readonly (readonly [string, RepairMove])[] {
  const { question } = context;
  const isAsked = (id: string): number => (question ? relevance(id, question, schema).asked : 0);
  const priority = (move: RepairMove): number =>
    move.cost +
    emptinessCost(move) -
    ASKED_BONUS * Math.max(0, ...(move.insertedRelations ?? []).map(isAsked));
  /** Preserves the order. */
  const best = <T>(of: readonly T[], moveOf: (one: T) => RepairMove, limit: number): readonly T[] => {
    if (of.length <= limit) return of;
    const ranked = of.map((one) => ({ one, priority: priority(moveOf(one)) }));
    ranked.sort((left, right) => left.priority - right.priority);
    const kept = new Set(ranked.slice(0, limit).map(({ one }) => one));
    return of.filter((one) => kept.has(one));
  };
  const byText = new Map<string, RepairMove>();
  for (const move of best(moves, (one) => one, MAX_WRITTEN)) {
    const text = applyEdits(before, move.edits);
    const other = byText.get(text);
    if (!other || move.cost < other.cost)
      byText.set(text, { ...move, ...(other?.matches && { matches: true }) });
    else if (move.matches) byText.set(text, { ...other, matches: true });
  }
  return best([...byText], ([, move]) => move, MAX_VERIFIED);
}

/** The bonus for a name that the question mentions. */
const ASKED_BONUS = 5;

/** The expected cost of an empty answer. */
function emptinessCost({ matches }: RepairMove): number {
  return matches === true ? 0 : matches === false ? EMPTY_WEIGHT : EMPTY_WEIGHT / 2;
}
