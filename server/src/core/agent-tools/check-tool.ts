import * as z from 'zod/mini';
import { checkForms } from '../logical-form/check-forms';
import { onOneLine } from '../language/text/control-characters';
import { LineIndex } from '../language/text/line-index';
import { checkDocument } from '../check/check';
import { explainFinding } from '../check/finding-text';
import type { Finding } from '../check/verifier';
import { joinLines } from './quote';
import { toolFailure, tool, type ToolPorts, type ToolResult } from './tool';

export const MAX_QUERY_LENGTH = 50_000;

export const checkTool = tool({
  name: 'check',
  title: 'Check a Freebase query',
  description:
    'Checks a SPARQL query, or a logical form such as (AND film.film (JOIN film.film.directed_by m.03_gd)), against the schema of the knowledge base, without running it: syntax, unknown relations and classes (with the closest existing names), relations in the wrong direction, mediators selected as answers, literals of the wrong kind, parts that are not connected. Each finding has its location, the reason and what to do. Use it before running a query that you wrote, and after changing it. No model and no network.',
  input: z.strictObject({
    query: z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(MAX_QUERY_LENGTH),
        z.describe(
          'A SPARQL query over Freebase-like facts, whose IDs are written ns:m.02mjmr, ns:people.person.place_of_birth; or an s-expression.',
        ),
      ),
  }),
  work: ({ query }, ports) => checkText(query, ports),
});

function checkText(text: string, { dialect, schema, severities, onDefect }: ToolPorts): ToolResult {
  const options = { dialect, schema, severities, onDefect };
  const isForm = /^\s*\(/.test(text);
  const { findings, queries } = isForm
    ? { ...checkForms(text, options), queries: undefined }
    : checkDocument(text, options);
  if (queries?.every(({ tokens }) => !tokens.length)) return toolFailure('There is no query in this text.');
  const lines = new LineIndex(text);
  const shown = findings.filter(({ severity }) => severity !== 'hint');
  return {
    text: shown.length
      ? joinLines([
          `${shown.length} ${shown.length === 1 ? 'finding' : 'findings'}:`,
          ...shown.map((finding) => `- ${formatFinding(finding, text, lines)}`),
        ])
      : 'No problems found. The query was not run.',
    data: { findings: shown.map((finding) => findingToData(finding, text, lines)) },
  };
}

function formatFinding(finding: Finding, text: string, lines: LineIndex): string {
  const { line, column } = positionOf(finding.range.start, lines);
  const source = onOneLine(text.slice(finding.range.start, finding.range.end)).slice(0, 200);
  const [fix] = finding.fixes ?? [];
  return onOneLine(
    `${finding.severity} ${finding.code} in line ${line}, column ${column}, at \`${source}\`: ${explainFinding(finding)}${fix ? ` Fix: ${fix.title}.` : ''}`,
  );
}

function findingToData(finding: Finding, text: string, lines: LineIndex): object {
  const { code, severity, strength, range, message, because, advice, fixes = [] } = finding;
  return {
    code,
    severity,
    strength,
    message,
    why: because,
    advice,
    ...positionOf(range.start, lines),
    written: text.slice(range.start, range.end),
    fixes: fixes.map(({ title, safety }) => ({ title, safety })),
  };
}

function positionOf(offset: number, lines: LineIndex): { readonly line: number; readonly column: number } {
  const { line, character } = lines.positionOf(offset);
  return { line: line + 1, column: character + 1 };
}
