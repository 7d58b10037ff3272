/** `funfusic lint`: finds problems in a dataset. */
import { readDatasetFile } from '../compose/index';
import type { Dataset } from '../evaluation/eval-question';
import { lintDataset } from '../evaluation/lint/lint-dataset';
import { LINT_RULES, type LintFinding, type LintRule } from '../evaluation/lint/lint-finding';
import { countOf } from '../core/language/english/count-of';
import { onOneLine } from '../core/language/text/control-characters';
import { numberOption, unwrap, UsageError, type Command, type ParsedArguments } from './arguments';
import { printDefect, runUntilStopped, showStep } from './terminal';
import { datasetArgument } from './eval-options';
import { TRUST_OPTIONS, usesOutside } from './folder-trust';
import { openKnowledgeBases, requireSchema, whyUnreachable } from './knowledge-base';

export const lintCommand: Command = {
  name: 'lint',
  summary: 'find problems in a dataset of questions',
  synopsis: ['[OPTIONS] DATASET'],
  positionals: {
    DATASET:
      'a file of questions: GrailQA, GrailQAbility, WebQSP, ComplexWebQuestions, SimpleQuestions or lines of JSON (docs/datasets.md), detected by its shape; also .gz; - for standard input',
  },
  options: {
    kb: {
      value: 'KB',
      help: 'run the gold queries on this KB: a name from funfusic.knowledgeBases, a file of N-Triples or Turtle (also .gz), an address, or Sample (default: use no KB)',
    },
    ...TRUST_OPTIONS,
    schema: { value: 'FILE', help: 'a custom KB schema (JSON) instead of the schema of the settings' },
    timeout: { value: 'SECONDS', help: 'stop a gold query that takes longer, 60 by default' },
    json: {
      help: 'print one object: {"file", "shape", "questions", "rules": {RULE: COUNT}, "findings": [{"row", "id"?, "rule", "message"}]}',
    },
  },
  notes: [
    Object.entries(LINT_RULES)
      .map(([rule, title]) => `  ${rule.padEnd(20)} ${title}`)
      .join('\n'),
    'Exit status: 0 nothing found, 1 problems found, 2 the command could not run, or the KB is unreachable, 130 stopped by Ctrl+C.',
  ],
  run: lint,
};

async function lint({ options, positionals }: ParsedArguments): Promise<number> {
  const seconds = numberOption(options, 'timeout', 60, { from: 0.001, to: 86_400 });
  const { name, dataset } = unwrap(readDatasetFile(datasetArgument(positionals)));
  const kbs = openKnowledgeBases(options);
  kbs.trust.require([
    ...(options.has('kb') ? kbs.folderUsesOf(options.get('kb') ?? '') : []),
    ...usesOutside(
      'schema',
      !options.has('schema') && kbs.settings.schemaFile ? [kbs.settings.schemaFile] : [],
      kbs.folder,
    ),
  ]);
  const schema = requireSchema(options, kbs);
  const kb = options.has('kb') ? unwrap(kbs.open(options.get('kb') ?? '')) : undefined;
  let defects = 0;
  const limits = { timeoutMs: seconds * 1000, maxRows: 100_000 };
  return runUntilStopped(async (signal) => {
    await kb?.prepare?.(showStep, signal);
    const problem = kb && (await whyUnreachable(kb, limits.timeoutMs, signal));
    if (problem !== undefined) throw new UsageError(problem);
    const findings = await lintDataset(
      dataset,
      {
        schema,
        ...(kb && { kb }),
        limits,
        onDefect: (code, error) => {
          defects++;
          printDefect(code, error);
        },
      },
      showStep,
      signal,
    );
    process.stdout.write(
      options.has('json') ? formatJson(name, dataset, findings) : formatText(name, dataset, findings),
    );
    return defects ? 2 : findings.length ? 1 : 0;
  }, kbs.close);
}

function countByRule(findings: readonly LintFinding[]): readonly (readonly [LintRule, number])[] {
  return (Object.keys(LINT_RULES) as LintRule[])
    .map((rule) => [rule, findings.filter((finding) => finding.rule === rule).length] as const)
    .filter(([, count]) => count > 0);
}

function formatJson(file: string, { shape, questions }: Dataset, findings: readonly LintFinding[]): string {
  const rules = Object.fromEntries(countByRule(findings));
  return `${JSON.stringify({ file, shape, questions: questions.length, rules, findings }, null, 2)}\n`;
}

/** One line per finding, in the format of compilers, then counts by rule. */
function formatText(file: string, { shape, questions }: Dataset, findings: readonly LintFinding[]): string {
  const lines = findings.map(({ row, id, rule, message }) =>
    onOneLine(`${file}:${row}: ${rule}${id === undefined ? '' : ` (${id})`}: ${message}`),
  );
  const counts = countByRule(findings);
  const rows = new Set(findings.map(({ row }) => row)).size;
  return [
    ...lines,
    ...(lines.length ? [''] : []),
    ...counts.map(([rule, count]) => `${String(count).padStart(8)}  ${rule.padEnd(20)} ${LINT_RULES[rule]}`),
    ...(counts.length ? [''] : []),
    `${file} (${shape}): ${countOf(questions.length, 'question')}, ${
      findings.length ? `${countOf(findings.length, 'finding')} in ${countOf(rows, 'row')}` : 'nothing found'
    }`,
    '',
  ].join('\n');
}
