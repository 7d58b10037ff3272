/** Repairs the queries of files or of lines of JSON. */
import { questionOf } from '../core/language/sparql/header';
import type { Dialect } from '../core/language/sparql/model';
import { parseDocument, parseQuery } from '../core/language/sparql/parse';
import { onOneLine } from '../core/language/text/control-characters';
import { LineIndex } from '../core/language/text/line-index';
import type { Settings } from '../settings/settings';
import { UsageError } from './arguments';
import { printError } from './terminal';
import { type NamedText, readFiles, rewriteFile } from './files';
import type { ExitStatus } from './exit-status';
import { formatRepair, failedRecord, toRecord } from './repair-report';
import { mapQueryLines } from './json-lines';
import type { RepairTrace } from '../core/repair/repair-events';
import type { Repairer } from './repairer';

export async function repairFiles(
  operands: readonly string[],
  options: ReadonlyMap<string, string>,
  { dialect }: Pick<Settings, 'dialect'>,
  work: RepairWork,
  exit: ExitStatus,
): Promise<void> {
  const { files, unreadable } = readFiles(operands);
  for (const problem of unreadable) printError(problem);
  if (unreadable.length) exit.fail();
  const shouldWrite = options.has('write');
  if (files.length > 1 && !shouldWrite)
    throw new UsageError(`There are ${files.length} files. Name one, or add --write to change them.`);
  const queries = files.map(({ text }) => parseDocument(text, dialect)).flat();
  if (options.has('question') && queries.length > 1)
    throw new UsageError(`There are ${queries.length} queries, but --question is for one.`);
  for (const file of files) {
    if (!parseDocument(file.text, dialect).some(({ tokens }) => tokens.length > 0))
      printError(`There is no query in ${file.name}.`);
    const text = await repairText(file, options.get('question'), dialect, work);
    if (!shouldWrite) process.stdout.write(text);
    else if (text !== file.text) {
      const problem = rewriteFile(file, text);
      if (problem !== undefined) {
        exit.fail();
        printError(problem);
      }
    }
  }
}

/** Repairs each query of a text and leaves the rest unchanged. */
async function repairText(
  { name, text }: NamedText,
  givenQuestion: string | undefined,
  dialect: Dialect,
  { repair, saveTrace }: RepairWork,
): Promise<string> {
  const lines = new LineIndex(text);
  let [repaired, end] = ['', 0];
  for (const query of parseDocument(text, dialect)) {
    const { start } = query.range;
    const before = text.slice(start, query.range.end);
    if (!query.tokens.length) continue;
    const where = `${name}:${lines.lineOf(query.tokens[0]?.start ?? start) + 1}`;
    const question = givenQuestion ?? questionOf(query)?.text;
    const outcome = await repair({ query: before, ...(question !== undefined && { question }) });
    if ('problem' in outcome) printError(`${where}: ${outcome.problem}`);
    else {
      saveTrace(where, outcome);
      process.stderr.write(`${where}: ${formatRepair(outcome).map(onOneLine).join('\n')}\n`);
      // The best attempt of a failed repair is only reported.
      const { kind, query: after } = outcome.result;
      repaired += text.slice(end, start) + (kind === 'repaired' ? after : before);
      end = query.range.end;
    }
  }
  return repaired + text.slice(end);
}

export async function repairLines(
  { repair, saveTrace, hasModel, signal }: RepairWork,
  exit: ExitStatus,
): Promise<void> {
  await mapQueryLines(async (line) => {
    const { id, question } = line;
    const canGenerate = question !== undefined && hasModel;
    if ('problem' in line && !canGenerate) {
      exit.fail();
      return { id, ...failedRecord(null, line.problem) };
    }
    const query = 'query' in line ? line.query : undefined;
    const intended = question ?? (query === undefined ? undefined : questionOfText(query));
    const outcome = await repair({
      ...(query !== undefined && { query }),
      ...(intended !== undefined && { question: intended }),
    });
    if ('problem' in outcome) return { id, ...failedRecord(query ?? null, outcome.problem) };
    saveTrace(id, outcome);
    return { id, ...toRecord(outcome) };
  }, signal);
}

function questionOfText(query: string): string | undefined {
  return questionOf(parseQuery(query, 'virtuoso'))?.text;
}

/** Repairs one query; shared by files and lines. */
export interface RepairWork {
  readonly repair: (task: Parameters<Repairer>[0]) => ReturnType<Repairer>;
  readonly saveTrace: (id: unknown, trace: RepairTrace) => void;
  readonly hasModel: boolean;
  readonly signal: AbortSignal;
}
