/** `funfusic lint`: finds mistakes in a dataset. */
import { loadSchema, readDatasetFile } from '../compose/index';
import type { Dataset } from '../evaluation/eval-question';
import { lintDataset } from '../evaluation/lint/lint-dataset';
import { LINT_RULES, type LintFinding, type LintRule } from '../evaluation/lint/lint-finding';
import { onOneLine } from '../core/language/text/controls';
import { numberOf, parseArguments, required, UsageError } from './arguments';
import { complain } from './complain';
import { onlyDataset } from './eval-options';
import { TRUST_OPTIONS, TRUST_USAGE, usesOutside } from './folder-trust';
import { KB_USAGE, knowledgeBases, whyAway } from './knowledge-base';
import { tellStep } from './progress-line';
import { stoppable } from './stoppable';

export const LINT_USAGE = `funfusic lint [OPTIONS] DATASET

  DATASET              a file of questions: GrailQA, GrailQAbility, WebQSP, ComplexWebQuestions, SimpleQuestions or lines
                       of JSON (docs/datasets.md), which is detected; .gz too; - for standard input
${KB_USAGE.replace(', or Sample (default)', ',\n                       or Sample. Gold queries are run on it; without this option no KB is used')}
${TRUST_USAGE}
  --schema FILE        a custom KB schema (JSON) instead of that of the settings
  --timeout SECONDS    time limit of a gold query (default: 60)
  --json               print one object: {"file", "shape", "questions", "rules": {RULE: COUNT}, "findings": [{"row", "id"?,
                       "rule", "message"}]}

${Object.entries(LINT_RULES)
  .map(([rule, title]) => `  ${rule.padEnd(20)} ${title}`)
  .join('\n')}

Exit status: 0 nothing found, 1 something found, 2 invalid usage, or the KB is unavailable, 130 stopped by Ctrl-C.
`;

const OPTIONS = {
  kb: { value: true },
  ...TRUST_OPTIONS,
  schema: { value: true },
  timeout: { value: true },
  json: { value: false },
} as const;

export async function lint(args: readonly string[]): Promise<number> {
  const { options, operands } = parseArguments(args, OPTIONS);
  const seconds = numberOf(options, 'timeout', 60, { from: 0.001, to: 86_400 });
  const { name, dataset } = required(readDatasetFile(onlyDataset(operands, LINT_USAGE)));
  const kbs = knowledgeBases(options);
  const own = options.get('schema');
  kbs.trust.require([
    ...(options.has('kb') ? kbs.usesOf(options.get('kb') ?? '') : []),
    ...usesOutside(
      'schema',
      own === undefined && kbs.settings.schemaFile ? [kbs.settings.schemaFile] : [],
      kbs.folder,
    ),
  ]);
  const { schema, status } = loadSchema(
    own ?? kbs.settings.schemaFile,
    own === undefined ? kbs.folder : undefined,
  );
  if (!schema || status.problem !== undefined)
    throw new UsageError(status.problem ?? 'There is no KB schema.');
  const kb = options.has('kb') ? required(kbs.open(options.get('kb') ?? '')) : undefined;
  let defects = 0;
  const limits = { timeoutMs: seconds * 1000, maxRows: 100_000 };
  return stoppable(async (signal) => {
    await kb?.prepare?.(tellStep, signal);
    const away = kb && (await whyAway(kb, limits.timeoutMs, signal));
    if (away !== undefined) throw new UsageError(away);
    const findings = await lintDataset(
      dataset,
      {
        schema,
        ...(kb && { kb }),
        limits,
        onDefect: (code, error) => {
          defects++;
          complain(
            `the verifier "${code}" failed: ${error instanceof Error ? error.message : String(error)}`,
          );
        },
      },
      tellStep,
      signal,
    );
    process.stdout.write(
      options.has('json') ? asJson(name, dataset, findings) : asText(name, dataset, findings),
    );
    return defects ? 2 : findings.length ? 1 : 0;
  }, kbs.close);
}

function countsOf(findings: readonly LintFinding[]): readonly (readonly [LintRule, number])[] {
  return (Object.keys(LINT_RULES) as LintRule[])
    .map((rule) => [rule, findings.filter((finding) => finding.rule === rule).length] as const)
    .filter(([, count]) => count > 0);
}

function asJson(file: string, { shape, questions }: Dataset, findings: readonly LintFinding[]): string {
  const rules = Object.fromEntries(countsOf(findings));
  return `${JSON.stringify({ file, shape, questions: questions.length, rules, findings }, null, 2)}\n`;
}

/** One line per finding, in the format of compilers, then counts by rule. */
function asText(file: string, { shape, questions }: Dataset, findings: readonly LintFinding[]): string {
  const lines = findings.map(({ row, id, rule, message }) =>
    onOneLine(`${file}:${row}: ${rule}${id === undefined ? '' : ` (${id})`}: ${message}`),
  );
  const counts = countsOf(findings);
  const rows = new Set(findings.map(({ row }) => row)).size;
  return [
    ...lines,
    ...(lines.length ? [''] : []),
    ...counts.map(([rule, count]) => `${String(count).padStart(8)}  ${rule.padEnd(20)} ${LINT_RULES[rule]}`),
    ...(counts.length ? [''] : []),
    `${file} (${shape}): ${counted(questions.length, 'question')}, ${
      findings.length ? `${counted(findings.length, 'finding')} in ${counted(rows, 'row')}` : 'nothing found'
    }`,
    '',
  ].join('\n');
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
