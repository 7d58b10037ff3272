/** Whether a fix does what it promises: the finding goes, and no error or warning comes, nor anything of its weight. */
import { parseQuery } from '../language/sparql/parse';
import type { QueryModel } from '../language/sparql/model';
import { afterEdits, applyEdits, type TextEdit } from '../language/text/edit';
import { covers, type TextRange } from '../language/text/range';
import type { CheckedDocument, CheckOptions } from './check';
import type { Finding, Fix, Severity } from './verifier';
import { verify } from './verify';

const tried = new WeakMap<Finding, readonly Fix[]>();

/** The fixes of a finding that may be offered, the best first; tried once, however often an editor asks. */
export function curesOf(checked: CheckedDocument, finding: Finding, options: CheckOptions): readonly Fix[] {
  let curing = tried.get(finding);
  if (!curing) {
    curing = (finding.fixes ?? []).filter((fix) => cures(checked, finding, fix, options));
    tried.set(finding, curing);
  }
  return curing;
}

/** Only the query that the finding is in is tried, however many the file holds. */
export function cures(
  checked: CheckedDocument,
  finding: Finding,
  { edits }: Pick<Fix, 'edits'>,
  options: CheckOptions,
): boolean {
  const query = checked.queries.find(({ range }) =>
    [finding, ...edits].every((part) => covers(range, part.range)),
  );
  if (!query) return false;
  const { start, end } = query.range;
  const text = query.text.slice(start, end);
  const inside = edits.map(({ range, newText }) => ({ range: shifted(range, -start), newText }));
  const after = verify(parseQuery(applyEdits(text, inside), options.dialect), options);
  const ill = { ...finding, range: shifted(finding.range, -start) };
  return isCured(ill, findingsAlone(checked, query, text, options), after, inside);
}

/** Did the edits take the finding away, and bring none but what is lighter, and no more than information? */
function isCured(
  finding: Finding,
  before: readonly Finding[],
  after: readonly Finding[],
  edits: readonly TextEdit[],
): boolean {
  const place = afterEdits(edits)(finding.range);
  if (after.some(({ code, range }) => code === finding.code && overlap(range, place))) return false;
  const others = before.filter(({ code, range }) => code !== finding.code || !overlap(range, finding.range));
  return addedFindings(others, after, edits).every(
    (one) =>
      WEIGHT[one.severity] < Math.min(WEIGHT[finding.severity], WEIGHT.warning) ||
      isUncovered(one, finding, place),
  );
}

const WEIGHT: Readonly<Record<Severity, number>> = { error: 4, warning: 3, information: 2, hint: 1 };

/** The findings that the edits brought. */
export function addedFindings(
  before: readonly Finding[],
  after: readonly Finding[],
  edits: readonly TextEdit[],
): readonly Finding[] {
  const moved = afterEdits(edits);
  const places = new Map(before.map((one) => [keyOf(one, moved(one.range)), one]));
  const gone = new Set(before);
  const strangers = after.filter((one) => {
    const same = places.get(keyOf(one, one.range));
    if (same) gone.delete(same);
    return !same;
  });
  // Whom a clash is blamed on depends on all that is known, so a finding may move and still be the same.
  return strangers.filter((one) => {
    for (const other of gone)
      if (other.code === one.code && other.severity === one.severity) return !gone.delete(other);
    return true;
  });
}

function keyOf({ code, severity }: Finding, { start, end }: TextRange): string {
  return `${code} ${severity} ${start} ${end}`;
}

/** Only the first syntax error of a query is told, and beside it much is not looked at: what comes after it was there before. */
function isUncovered(one: Finding, cured: Finding, place: TextRange): boolean {
  if (cured.code !== 'syntax') return false;
  return one.code !== 'syntax' || one.range.start > place.end;
}

const alone = new WeakMap<QueryModel, readonly Finding[]>();

/** What is found in one query of a file, if the file held nothing else. */
function findingsAlone(
  checked: CheckedDocument,
  query: QueryModel,
  text: string,
  options: CheckOptions,
): readonly Finding[] {
  if (text.length === query.text.length) return checked.findings;
  let findings = alone.get(query);
  if (!findings) alone.set(query, (findings = verify(parseQuery(text, options.dialect), options)));
  return findings;
}

function shifted({ start, end }: TextRange, by: number): TextRange {
  return { start: start + by, end: end + by };
}

function overlap(left: TextRange, right: TextRange): boolean {
  return left.start < right.end && right.start < left.end;
}
