/** Repairs the queries of files, and prints or writes these. */
import { questionOf } from '../core/language/sparql/header';
import type { Dialect } from '../core/language/sparql/model';
import { parseDocument, parseQuery } from '../core/language/sparql/parse';
import { onOneLine } from '../core/language/text/controls';
import { LineIndex } from '../core/language/text/line-index';
import type { Settings } from '../settings/settings';
import { UsageError } from './arguments';
import { printError } from './terminal';
import { type NamedText, readFiles, rewriteFile } from './files';
import type { ExitStatus } from './outcomes';
import { verdictOf, failureOf, recordOf } from './repair-report';
import { eachLine } from './json-lines';
import type { RepairTrace } from '../core/repair/repair-events';
import type { Repairer } from './repairer';

export async function repairFiles(
  operands: readonly string[],
  options: ReadonlyMap<string, string>,
  { dialect }: Pick<Settings, 'dialect'>,
  work: Work,
  seen: ExitStatus,
): Promise<void> {
  const { files, unreadable } = readFiles(operands);
  for (const problem of unreadable) printError(problem);
  if (unreadable.length) seen.fail();
  const writes = options.has('write');
  if (files.length > 1 && !writes)
    throw new UsageError(`There are ${files.length} files. Name one, or add --write to change them.`);
  const queries = files.map(({ text }) => parseDocument(text, dialect)).flat();
  if (options.has('question') && queries.length > 1)
    throw new UsageError(`There are ${queries.length} queries, but --question is for one.`);
  for (const file of files) {
    if (!parseDocument(file.text, dialect).some(({ tokens }) => tokens.length > 0))
      printError(`There is no query in ${file.name}.`);
    const text = await repairText(file, options.get('question'), dialect, work);
    if (!writes) process.stdout.write(text);
    else if (text !== file.text) {
      const problem = rewriteFile(file, text);
      if (problem !== undefined) {
        seen.fail();
        printError(problem);
      }
    }
  }
}

/** The text with each of its queries repaired, and all else as it was. */
async function repairText(
  { name, text }: NamedText,
  given: string | undefined,
  dialect: Dialect,
  { repair, keep }: Work,
): Promise<string> {
  const lines = new LineIndex(text);
  let [repaired, end] = ['', 0];
  for (const query of parseDocument(text, dialect)) {
    const { start } = query.range;
    const before = text.slice(start, query.range.end);
    if (!query.tokens.length) continue;
    const where = `${name}:${lines.lineOf(query.tokens[0]?.start ?? start) + 1}`;
    const question = given ?? questionOf(query)?.text;
    const outcome = await repair({ query: before, ...(question !== undefined && { question }) });
    if ('problem' in outcome) printError(`${where}: ${outcome.problem}`);
    else {
      keep(where, outcome);
      process.stderr.write(`${where}: ${verdictOf(outcome).map(onOneLine).join('\n')}\n`);
      // What is only the best of what was tried is told, but nobody has asked for it.
      const { kind, query: after } = outcome.result;
      repaired += text.slice(end, start) + (kind === 'repaired' ? after : before);
      end = query.range.end;
    }
  }
  return repaired + text.slice(end);
}

/** Repairs a stream of lines, each answered by one. */
export async function repairLines({ repair, keep, hasModel, signal }: Work, seen: ExitStatus): Promise<void> {
  await eachLine(async (line) => {
    const { id, question } = line;
    const isAsked = 'problem' in line && question !== undefined && hasModel;
    if ('problem' in line && !isAsked) {
      seen.fail();
      return { id, ...failureOf(null, line.problem) };
    }
    const query = 'query' in line ? line.query : undefined;
    const asked = question ?? (query === undefined ? undefined : questionIn(query));
    const outcome = await repair({
      ...(query !== undefined && { query }),
      ...(asked !== undefined && { question: asked }),
    });
    if ('problem' in outcome) return { id, ...failureOf(query ?? null, outcome.problem) };
    keep(id, outcome);
    return { id, ...recordOf(outcome) };
  }, signal);
}

function questionIn(query: string): string | undefined {
  return questionOf(parseQuery(query, 'virtuoso'))?.text;
}

/** What is done with each query, wherever it comes from. */
export interface Work {
  readonly repair: (task: Parameters<Repairer>[0]) => ReturnType<Repairer>;
  readonly keep: (id: unknown, trace: RepairTrace) => void;
  readonly hasModel: boolean;
  readonly signal: AbortSignal;
}
