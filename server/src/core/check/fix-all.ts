/** All safe fixes of a text at once, again and again until there is none left, and never for the worse. */
import { ApartEdits, applyEdits, type TextEdit } from '../language/text/edit';
import { checkDocument, type CheckedDocument, type CheckOptions } from './check';
import { addedFindings } from './cure';
import type { Finding, Fix } from './verifier';

export interface SafelyFixed {
  readonly text: string;
  /** What leads there from the text as it was. */
  readonly edits: readonly TextEdit[];
  /** What was done, in the order of the text. */
  readonly applied: readonly AppliedFix[];
}

export interface AppliedFix {
  readonly finding: Finding;
  readonly fix: Fix;
}

/** A fix may uncover what another one mends; no chain is longer. */
const MOST_ROUNDS = 8;
/** Trying fixes one by one is slow, and the last resort. */
const MOST_TRIALS = 5;

export function fixAll(checked: CheckedDocument, options: CheckOptions): SafelyFixed {
  const before = checked.queries[0]?.text ?? '';
  const rounds: Round[] = [];
  let now: Pick<Round, 'text' | 'checked'> = { text: before, checked };
  while (rounds.length < MOST_ROUNDS) {
    const round = nextRound(now.text, now.checked, options);
    if (!round) break;
    rounds.push(round);
    now = round;
  }
  const [first, ...more] = rounds;
  return {
    text: now.text,
    edits: more.length ? [replacement(before, now.text)] : first ? editsOf(first.chosen) : [],
    applied: rounds.flatMap(({ chosen }) => chosen),
  };
}

/** Fixes that were made together, and what they led to. */
interface Round {
  readonly chosen: readonly AppliedFix[];
  readonly text: string;
  readonly checked: CheckedDocument;
}

/** The safe fixes that keep out of each other's way: the first of each finding, in the order of the text. */
export function safeFixes({ findings }: CheckedDocument): readonly AppliedFix[] {
  const apart = new ApartEdits();
  return findings.flatMap((finding) => {
    const fix = finding.fixes?.find(({ safety }) => safety === 'safe');
    return fix && apart.add(fix.edits) ? [{ finding, fix }] : [];
  });
}

/** All at once; where they spoil something together (one makes unneeded what another declares), those of one code after another. */
function nextRound(text: string, now: CheckedDocument, options: CheckOptions): Round | undefined {
  const chosen = safeFixes(now);
  const codes = new Set(chosen.map(({ finding }) => finding.code));
  for (const code of [undefined, ...codes]) {
    const group = chosen.filter(({ finding }) => code === undefined || finding.code === code);
    const round = group.length ? make(group, text, now, options) : undefined;
    if (round) return round;
  }
  for (const one of chosen.slice(0, MOST_TRIALS)) {
    const round = make([one], text, now, options);
    if (round) return round;
  }
  return undefined;
}

/** Nothing where the text would not be the better for it. */
function make(
  chosen: readonly AppliedFix[],
  text: string,
  now: CheckedDocument,
  options: CheckOptions,
): Round | undefined {
  const edits = editsOf(chosen);
  const fixed = applyEdits(text, edits);
  const checked = checkDocument(fixed, options);
  return isBetter(chosen, now.findings, checked.findings, edits)
    ? { chosen, text: fixed, checked }
    : undefined;
}

function isBetter(
  chosen: readonly AppliedFix[],
  before: readonly Finding[],
  after: readonly Finding[],
  edits: readonly TextEdit[],
): boolean {
  const mended = new Set(chosen.map(({ finding }) => finding));
  const codes = new Set(chosen.map(({ finding }) => finding.code));
  const count = (findings: readonly Finding[]): number =>
    findings.filter(({ code }) => codes.has(code)).length;
  const others = before.filter((finding) => !mended.has(finding));
  const added = addedFindings(others, after, edits);
  // Beside a syntax error much is not looked at: what is told once it is gone was there before.
  if (codes.has('syntax')) return added.every(({ code }) => code !== 'syntax');
  return !added.length && count(after) < count(before);
}

function editsOf(chosen: readonly AppliedFix[]): readonly TextEdit[] {
  return chosen.flatMap(({ fix }) => fix.edits);
}

/** One edit for all that differs. */
function replacement(before: string, after: string): TextEdit {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start++;
  let same = 0;
  while (same < least - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return {
    range: { start, end: before.length - same },
    newText: after.slice(start, after.length - same),
  };
}
