import { changedPart } from '../language/text/changed-part';
import { DisjointEdits, applyEdits, type TextEdit } from '../language/text/edit';
import { covers } from '../language/text/range';
import { checkDocument, type CheckedDocument, type CheckOptions } from './check';
import { addedFindings } from './working-fixes';
import type { Finding, Fix } from './verifier';

export interface FixAllResult {
  readonly text: string;
  /** The edits from the old text to the new one. */
  readonly edits: readonly TextEdit[];
  /** In the order of the text. */
  readonly applied: readonly AppliedFix[];
}

export interface AppliedFix {
  readonly finding: Finding;
  readonly fix: Fix;
}

/** A fix may reveal a finding that needs another fix. */
const MAX_ROUNDS = 8;
/** Testing fixes one by one is slow, so it is the last resort. */
const MAX_TRIALS = 5;

/** Applies all safe fixes of a text, or of one of its queries, repeatedly until none is left. */
export function fixAll(checked: CheckedDocument, options: CheckOptions, index?: number): FixAllResult {
  const before = checked.queries[0]?.text ?? '';
  const rounds: Round[] = [];
  let current: Pick<Round, 'text' | 'checked'> = { text: before, checked };
  while (rounds.length < MAX_ROUNDS) {
    const round = nextRound(current.text, current.checked, options, index);
    if (!round) break;
    rounds.push(round);
    current = round;
  }
  const [first, ...more] = rounds;
  const change = changedPart(before, current.text);
  return {
    text: current.text,
    edits: first && !more.length ? editsOf(first.chosen) : change ? [change] : [],
    applied: rounds.flatMap(({ chosen }) => chosen),
  };
}

/** Fixes that were applied together, and their result. */
interface Round {
  readonly chosen: readonly AppliedFix[];
  readonly text: string;
  readonly checked: CheckedDocument;
}

/** The first safe fix of each finding, in the order of the text, without overlapping edits. */
function safeFixes({ queries, findings }: CheckedDocument, index: number | undefined): readonly AppliedFix[] {
  const apart = new DisjointEdits();
  const query = index === undefined ? undefined : queries[index];
  return findings.flatMap((finding) => {
    if (query && !covers(query.range, finding.range)) return [];
    const fix = finding.fixes?.find(({ safety }) => safety === 'safe');
    return fix && apart.add(fix.edits) ? [{ finding, fix }] : [];
  });
}

/**
 * Applies all fixes at once, or those of one code if the others interfere: one fix may make a declaration unused that
 * another adds.
 */
function nextRound(
  text: string,
  current: CheckedDocument,
  options: CheckOptions,
  index: number | undefined,
): Round | undefined {
  const chosen = safeFixes(current, index);
  const codes = new Set(chosen.map(({ finding }) => finding.code));
  for (const code of [undefined, ...codes]) {
    const group = chosen.filter(({ finding }) => code === undefined || finding.code === code);
    const round = group.length ? tryFixes(group, text, current, options) : undefined;
    if (round) return round;
  }
  for (const fix of chosen.slice(0, MAX_TRIALS)) {
    const round = tryFixes([fix], text, current, options);
    if (round) return round;
  }
  return undefined;
}

/** Returns undefined if the text would not improve. */
function tryFixes(
  chosen: readonly AppliedFix[],
  text: string,
  current: CheckedDocument,
  options: CheckOptions,
): Round | undefined {
  const edits = editsOf(chosen);
  const fixed = applyEdits(text, edits);
  const checked = checkDocument(fixed, options);
  return isBetter(chosen, current.findings, checked.findings, edits)
    ? { chosen, text: fixed, checked }
    : undefined;
}

function isBetter(
  chosen: readonly AppliedFix[],
  before: readonly Finding[],
  after: readonly Finding[],
  edits: readonly TextEdit[],
): boolean {
  const fixed = new Set(chosen.map(({ finding }) => finding));
  const codes = new Set(chosen.map(({ finding }) => finding.code));
  const count = (findings: readonly Finding[]): number =>
    findings.filter(({ code }) => codes.has(code)).length;
  const others = before.filter((finding) => !fixed.has(finding));
  const added = addedFindings(others, after, edits);
  // A syntax error hides other findings: those that appear after the fix are not new.
  if (codes.has('syntax')) return added.every(({ code }) => code !== 'syntax');
  return !added.length && count(after) < count(before);
}

function editsOf(chosen: readonly AppliedFix[]): readonly TextEdit[] {
  return chosen.flatMap(({ fix }) => fix.edits);
}
