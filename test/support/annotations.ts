/**
 * Queries with their expected findings written under them:
 *
 *   SELECT ?x { ns:m.02mjmr ns:people.person.birthplace ?x }
 *   #                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^ error grounding 💡 Did you mean
 *
 * Carets mark the range, in UTF-16 code units. `<` after the `#` extends it to the first column, which the `#` occupies.
 * `>+2:7` after the carets ends the range two lines below, in column 7. Severity, code, 💡 for a finding with a fix, and a
 * part of the message follow.
 */
import { LineIndex } from '../../server/src/core/language/text/line-index';
import type { TextRange } from '../../server/src/core/language/text/range';
import { summarizeFinding } from '../../server/src/core/check/finding-text';
import type { Finding } from '../../server/src/core/check/verifier';

export interface AnnotatedQuery {
  /** The text without its annotations. */
  readonly text: string;
  readonly expected: readonly ExpectedFinding[];
}

export interface ExpectedFinding {
  readonly range: TextRange;
  readonly severity: string;
  readonly code: string;
  readonly fixable: boolean;
  readonly words: string;
}

const ANNOTATION =
  /^#(?:(?<blank> *)(?<carets>\^+)|<(?<rest>\^*))(?:>\+(?<lines>\d+):(?<column>\d+))? (?<severity>error|warning|information|hint) (?<code>\w+)(?<bulb> 💡)?(?: (?<words>.*))?$/u;

export function readAnnotations(annotated: string): AnnotatedQuery {
  const lines: string[] = [];
  const notes: { readonly line: number; readonly groups: Readonly<Record<string, string | undefined>> }[] =
    [];
  for (const line of annotated.split('\n')) {
    const groups = ANNOTATION.exec(line)?.groups;
    if (groups) notes.push({ line: lines.length - 1, groups });
    else if (/^#\s*\^/.test(line)) throw new Error(`Invalid annotation: ${line}`);
    else lines.push(line);
  }
  const text = lines.join('\n');
  const starts = lineStartsOf(lines);
  const expected = notes.map(({ line, groups }): ExpectedFinding => {
    const first = groups['carets'] === undefined ? 0 : 1 + (groups['blank']?.length ?? 0);
    const last =
      groups['carets'] === undefined
        ? groups['rest']
          ? 2 + groups['rest'].length
          : 1
        : first + groups['carets'].length;
    const from = starts[line] ?? 0;
    const end =
      groups['lines'] === undefined
        ? from + last
        : (starts[line + Number(groups['lines'])] ?? 0) + Number(groups['column']);
    return {
      range: { start: from + first, end },
      severity: groups['severity'] ?? '',
      code: groups['code'] ?? '',
      fixable: groups['bulb'] !== undefined,
      words: groups['words'] ?? '',
    };
  });
  return { text, expected };
}

/** Returns the missing and the unexpected findings as text; empty if there are none. */
export function differences({ text, expected }: AnnotatedQuery, findings: readonly Finding[]): string {
  const unexpected = [...findings];
  const missing = expected.filter((expectation) => {
    const at = unexpected.findIndex((finding) => matchesExpectation(finding, expectation));
    if (at >= 0) unexpected.splice(at, 1);
    return at < 0;
  });
  const lines = new LineIndex(text);
  const section = (title: string, rows: readonly string[]): string =>
    rows.length ? `${title}:\n${rows.map((row) => `  ${row}\n`).join('')}` : '';
  const place = ({ start, end }: TextRange): string => {
    const { line, character } = lines.positionOf(start);
    return `line ${line + 1}, column ${character + 1}, '${text.slice(start, end)}'`;
  };
  return (
    section(
      'Missing',
      missing.map(
        ({ range, severity, code, fixable, words }) =>
          `${severity} ${code}${fixable ? ' 💡' : ''} at ${place(range)}${words && `: … ${words} …`}`,
      ),
    ) +
    section(
      'Unexpected',
      unexpected.map(
        (finding) =>
          `${finding.severity} ${finding.code}${isFixable(finding) ? ' 💡' : ''} at ${place(finding.range)}: ${summarizeFinding(finding)}`,
      ),
    )
  );
}

/** Writes annotations for the findings; parts of messages that still match are kept. */
export function writeAnnotations({ text, expected }: AnnotatedQuery, findings: readonly Finding[]): string {
  const lines = text.split('\n');
  const index = new LineIndex(text);
  const notes = new Map<number, string[]>();
  for (const finding of findings) {
    const from = index.positionOf(finding.range.start);
    const to = index.positionOf(finding.range.end);
    const isMultiLine = to.line > from.line;
    const end = isMultiLine ? (lines[from.line]?.length ?? 0) : to.character;
    const words =
      expected.find((expectation) => matchesExpectation(finding, expectation) && expectation.words)?.words ??
      finding.message;
    const note = [
      marker(from.character, end) + (isMultiLine ? `>+${to.line - from.line}:${to.character}` : ''),
      finding.severity,
      finding.code,
      ...(isFixable(finding) ? ['💡'] : []),
      words,
    ].join(' ');
    notes.set(from.line, [...(notes.get(from.line) ?? []), note]);
  }
  return lines.flatMap((line, number) => [line, ...(notes.get(number) ?? [])]).join('\n');
}

export function matchesExpectation(
  finding: Finding,
  { range, severity, code, fixable, words }: ExpectedFinding,
): boolean {
  return (
    finding.range.start === range.start &&
    finding.range.end === range.end &&
    finding.severity === severity &&
    finding.code === code &&
    isFixable(finding) === fixable &&
    summarizeFinding(finding).includes(words)
  );
}

export function isFixable({ fixes }: Finding): boolean {
  return fixes !== undefined && fixes.length > 0;
}

function marker(start: number, end: number): string {
  if (end <= start) throw new Error('An empty range cannot be annotated');
  if (start > 0) return `#${' '.repeat(start - 1)}${'^'.repeat(end - start)}`;
  if (end === 2) throw new Error('Indent the line: two columns at its start cannot be annotated');
  return `#<${'^'.repeat(Math.max(0, end - 2))}`;
}

function lineStartsOf(lines: readonly string[]): readonly number[] {
  let at = 0;
  return lines.map((line) => {
    const start = at;
    at += line.length + 1;
    return start;
  });
}
