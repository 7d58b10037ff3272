import { parseQuery } from '../language/sparql/parse';
import type { QueryModel } from '../language/sparql/model';
import { mapThroughEdits, applyEdits, type TextEdit } from '../language/text/edit';
import { groupBy } from '../language/text/multimap';
import { covers, overlaps, type TextRange } from '../language/text/range';
import type { CheckedDocument, CheckOptions } from './check';
import type { Finding, Fix, Severity } from './verifier';
import { verify } from './verify';

const cache = new WeakMap<Finding, readonly Fix[]>();

/**
 * The fixes of a finding that work, the best first: a fix must remove its finding and add no error, no warning and nothing
 * as severe. The result is cached, because editors request it often.
 */
export function workingFixes(
  checked: CheckedDocument,
  finding: Finding,
  options: CheckOptions,
): readonly Fix[] {
  let working = cache.get(finding);
  if (!working) {
    working = (finding.fixes ?? []).filter((fix) => fixWorks(checked, finding, fix, options));
    cache.set(finding, working);
  }
  return working;
}

/** Only the query that contains the finding is checked again. */
export function fixWorks(
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
  const inside = edits.map(({ range, newText }) => ({ range: shift(range, -start), newText }));
  const after = verify(parseQuery(applyEdits(text, inside), options.dialect), options);
  const shiftedFinding = { ...finding, range: shift(finding.range, -start) };
  return isFixed(shiftedFinding, findingsAlone(checked, query, text, options), after, inside);
}

/** Whether the edits remove the finding and add only less severe ones, information at most. */
function isFixed(
  finding: Finding,
  before: readonly Finding[],
  after: readonly Finding[],
  edits: readonly TextEdit[],
): boolean {
  const place = mapThroughEdits(edits)(finding.range);
  if (after.some(({ code, range }) => code === finding.code && overlaps(range, place))) return false;
  const others = before.filter(({ code, range }) => code !== finding.code || !overlaps(range, finding.range));
  return addedFindings(others, after, edits).every(
    (one) =>
      WEIGHT[one.severity] < Math.min(WEIGHT[finding.severity], WEIGHT.warning) ||
      wasHidden(one, finding, place),
  );
}

const WEIGHT: Readonly<Record<Severity, number>> = { error: 4, warning: 3, information: 2, hint: 1 };

/** The findings that the edits add. */
export function addedFindings(
  before: readonly Finding[],
  after: readonly Finding[],
  edits: readonly TextEdit[],
): readonly Finding[] {
  const toNewRange = mapThroughEdits(edits);
  const places = groupBy(before, (one) => keyOf(one, toNewRange(one.range)));
  const removed = new Set(before);
  const added = after.filter((one) => {
    // The same finding may be less severe now.
    const same = places
      .get(keyOf(one, one.range))
      ?.find(({ severity }) => WEIGHT[severity] >= WEIGHT[one.severity]);
    if (same) removed.delete(same);
    return !same;
  });
  // The place of a type clash depends on the whole query, so a finding may move and still be the same.
  return added.filter((one) => {
    for (const other of removed)
      if (other.code === one.code && other.severity === one.severity) return !removed.delete(other);
    return true;
  });
}

function keyOf({ code }: Finding, { start, end }: TextRange): string {
  return `${code} ${start} ${end}`;
}

/** Only the first syntax error is reported, and it hides other findings: those that appear after the fix are not new. */
function wasHidden(one: Finding, fixed: Finding, place: TextRange): boolean {
  if (fixed.code !== 'syntax') return false;
  return one.code !== 'syntax' || one.range.start > place.end;
}

const aloneCache = new WeakMap<QueryModel, readonly Finding[]>();

/** The findings of one query, as if the file contained nothing else. */
function findingsAlone(
  checked: CheckedDocument,
  query: QueryModel,
  text: string,
  options: CheckOptions,
): readonly Finding[] {
  if (text.length === query.text.length) return checked.findings;
  let findings = aloneCache.get(query);
  if (!findings) aloneCache.set(query, (findings = verify(parseQuery(text, options.dialect), options)));
  return findings;
}

function shift({ start, end }: TextRange, by: number): TextRange {
  return { start: start + by, end: end + by };
}
