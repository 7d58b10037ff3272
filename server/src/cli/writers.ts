/** Formats findings as text, as JSON, and as SARIF for code scanning. */
import { relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { version } from '../../../package.json';
import { hidePasswords } from '../core/language/text/passwords';
import { onOneLine } from '../core/language/text/control-characters';
import { LineIndex } from '../core/language/text/line-index';
import { suite } from '../core/check/suite';
import { summarizeFinding } from '../core/check/finding-text';
import type { Finding, Fix, Severity } from '../core/check/verifier';

export interface CheckedFile {
  readonly name: string;
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** How the command ended, for SARIF. */
export interface CheckInvocation {
  readonly exitCode: number;
  /** Why files could not be checked, or checks not be run. */
  readonly problems: readonly string[];
}

export const writers = { human, json, sarif, finding: findingJson, fixes: fixesJson };

function findingJson(finding: Finding): object {
  const { code, rule, strength, severity, range, message, because, advice, fixes = [] } = finding;
  return {
    code,
    strength,
    severity,
    message: summarizeFinding(finding),
    range: { start: range.start, end: range.end },
    ...(rule === undefined ? {} : { rule }),
    what: message,
    why: because,
    advice,
    fixes: fixesJson(fixes),
  };
}

function fixesJson(fixes: readonly Fix[]): readonly object[] {
  return fixes.map(({ title, edits, safety }) => ({
    title,
    safety,
    edits: edits.map(({ range, newText }) => ({ range: { start: range.start, end: range.end }, newText })),
  }));
}

function human(files: readonly CheckedFile[]): string {
  const color = process.stdout.isTTY && !process.env['NO_COLOR'];
  const paint = (code: number, text: string): string => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const colors: Readonly<Record<Severity, number>> = { error: 31, warning: 33, information: 36, hint: 90 };
  const lines: string[] = [];
  const counts: Record<Severity, number> = { error: 0, warning: 0, information: 0, hint: 0 };
  for (const { name, text, findings } of files) {
    const index = new LineIndex(text);
    for (const finding of findings) {
      const { line, character } = index.positionOf(finding.range.start);
      counts[finding.severity]++;
      // Hints are shown only in the editor.
      if (finding.severity === 'hint') continue;
      lines.push(
        `${name}:${line + 1}:${character + 1}: ${paint(colors[finding.severity], finding.severity)} ${finding.code}: ${onOneLine(summarizeFinding(finding))}`,
      );
    }
  }
  const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
  lines.push(
    `${plural(files.length, 'file')}: ${plural(counts.error, 'error')}, ${plural(counts.warning, 'warning')}`,
  );
  return `${lines.join('\n')}\n`;
}

function json(files: readonly CheckedFile[]): string {
  const report = files.map(({ name, text, findings }) => {
    const index = new LineIndex(text);
    return {
      file: name,
      findings: findings.map((finding) => ({
        ...findingJson(finding),
        start: toOneBased(index, finding.range.start),
        end: toOneBased(index, finding.range.end),
      })),
    };
  });
  return `${JSON.stringify(report, null, 2)}\n`;
}

function toOneBased(index: LineIndex, offset: number): { readonly line: number; readonly column: number } {
  const { line, character } = index.positionOf(offset);
  return { line: line + 1, column: character + 1 };
}

/** The codes are those of this paper. */
const PAPER = 'https://arxiv.org/abs/2406.14313';

function sarif(files: readonly CheckedFile[], { exitCode, problems }: CheckInvocation): string {
  const levels: Readonly<Record<Severity, string>> = {
    error: 'error',
    warning: 'warning',
    information: 'note',
    hint: 'note',
  };
  const verifiers = [...suite.text, ...suite.schema, ...suite.intent];
  const rules = [...new Set(verifiers.map(({ code }) => code))].map((code) => {
    const described = verifiers.filter((verifier) => verifier.code === code);
    return {
      id: code,
      shortDescription: { text: described.map(({ title }) => title).join('; ') },
      fullDescription: { text: described.map(({ about }) => about).join(' ') },
      help: {
        text: [...described.map(({ title, about }) => `${title}. ${about}`), silence(code)].join('\n\n'),
        markdown: [...described.map(({ title, about }) => `**${title}.** ${about}`), silence(code)].join(
          '\n\n',
        ),
      },
    };
  });
  const results = files.flatMap(({ name, text, findings }) => {
    const index = new LineIndex(text);
    return findings.map((finding) => {
      const start = toOneBased(index, finding.range.start);
      const end = toOneBased(index, finding.range.end);
      return {
        ruleId: finding.code,
        level: levels[finding.severity],
        message: { text: summarizeFinding(finding) },
        properties: { strength: finding.strength, ...(finding.because && { why: finding.because }) },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: fileUri(name) },
              region: {
                startLine: start.line,
                startColumn: start.column,
                endLine: end.line,
                endColumn: end.column,
              },
            },
          },
        ],
      };
    });
  });
  const report = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'FUn-FuSIC', version, semanticVersion: version, informationUri: PAPER, rules },
        },
        invocations: [
          {
            executionSuccessful: !problems.length,
            exitCode,
            toolExecutionNotifications: problems.map((problem) => ({
              level: 'error',
              message: { text: onOneLine(hidePasswords(problem)) },
            })),
          },
        ],
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function silence(code: string): string {
  return `To disable this check in a file, write the comment "# funfusic-disable ${code}". See docs/verifiers.md.`;
}

/** Returns a path relative to the working folder, as code-scanning services require, or a file URL outside it. */
function fileUri(name: string): string {
  if (name === '<stdin>') return 'stdin';
  const path = relative(process.cwd(), name);
  if (path.startsWith('..')) return pathToFileURL(name).href;
  return path.split(sep).map(encodeURIComponent).join('/');
}
