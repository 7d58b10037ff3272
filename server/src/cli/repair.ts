/** `funfusic repair`: queries mended, by a search and by a model, under all checks. */
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import type { RepairEvent, RepairTrace } from '../core/repair/repair-events';
import { parseDocument, parseQuery } from '../core/sparql/parse';
import { questionOf } from '../core/sparql/header';
import { LineIndex } from '../core/text/line-index';
import { parseArguments, UsageError } from './arguments';
import { readFiles, type NamedText } from './files';
import { eachLine } from './json-lines';
import { KB_USAGE, knowledgeBases, type NamedKbs } from './knowledge-base';
import { chooseModel, MODEL_KEYS_USAGE, MODEL_OPTIONS, MODEL_USAGE } from './model';
import { overwrite, tellStep } from './progress-line';
import { Outcomes } from './repair-outcomes';
import { failureOf, progressOf, recordOf, verdictOf } from './repair-report';
import { repairerOf, type Repairer } from './repairer';

export const REPAIR_USAGE = `funfusic repair [OPTIONS] FILE
funfusic repair --write [OPTIONS] FILES…
funfusic repair --jsonl [OPTIONS] < QUERIES.jsonl

  FILES…               .rq or .sparql files, or folders of them; - for standard input
  --write              write what was repaired into the files (default: print it; what is told goes to standard error)
  --question TEXT      what the query should ask (default: its line "# question: …")
${KB_USAGE};
                       a query that says "# endpoint: KB" is run on that one unless this option is given
${MODEL_USAGE}
  --rounds COUNT       how often the model may try another query, 0 to 10 (default: funfusic.repair.rounds)
  --timeout SECONDS    a run of a query that takes longer is stopped
  --trace FILE         write all that was tried to FILE, a line of JSON for each query
  --jsonl              read lines {"id", "question"?, "query"} from standard input and print for each, in order, {"id", "kind":
                       "repaired" | "unchanged" | "unanswerable" | "failed", "query", "rounds", "findings", "answers",
                       "reading"?, "explanation", "usage"}; with a model, "query" may be missing if there is a "question"

${MODEL_KEYS_USAGE}
Exit status: 0 all is well now, 1 some queries still have errors or cannot be answered, 2 could not run as asked, or a KB or model is
away, 130 stopped by Ctrl-C: what was finished is kept.
`;

const OPTIONS = {
  kb: { value: true },
  ...MODEL_OPTIONS,
  question: { value: true },
  rounds: { value: true },
  timeout: { value: true },
  trace: { value: true },
  write: { value: false },
  jsonl: { value: false },
} as const;

type Options = ReadonlyMap<string, string>;

export async function repairCommand(args: readonly string[]): Promise<number> {
  const { options, operands } = parseArguments(args, OPTIONS);
  refuseContradictions(options, operands);
  const kbs = knowledgeBases();
  const stopped = new AbortController();
  const stop = (): void => stopped.abort();
  process.once('SIGINT', stop);
  const seen = new Outcomes();
  const chosen = kbs.open(options.get('kb') ?? kbs.settings.knowledgeBase);
  if ('problem' in chosen) throw new UsageError(chosen.problem);
  const model = chooseModel(options, kbs.settings);
  const trace = openTrace(options.get('trace'));
  try {
    const repairer = repairerOf(kbs, {
      kb: options.get('kb'),
      rounds: numberOf(options, 'rounds', kbs.settings.repair.rounds, { from: 0, to: 10, whole: true }),
      limits: limitsOf(options, kbs),
      model,
      tellStep,
      tell: tellEvent,
      onDefect: (code, error) => {
        seen.defect();
        complain(`"${code}" failed: ${error instanceof Error ? error.message : String(error)}`);
      },
    });
    const work: Work = {
      repair: async (task) => {
        const outcome = await repairer(task, stopped.signal);
        overwrite('');
        seen.add(outcome);
        return outcome;
      },
      keep: trace.write,
      hasModel: model !== undefined,
      signal: stopped.signal,
    };
    if (options.has('jsonl')) await repairLines(work, seen);
    else await repairFiles(operands, options, kbs, work, seen);
    return seen.status;
  } catch (error) {
    if (!stopped.signal.aborted) throw error;
    overwrite('');
    complain('stopped.');
    return 130;
  } finally {
    process.off('SIGINT', stop);
    trace.close();
    await model?.close();
    await kbs.close();
  }
}

interface Work {
  readonly repair: (task: Parameters<Repairer>[0]) => ReturnType<Repairer>;
  readonly keep: (id: unknown, trace: RepairTrace) => void;
  readonly hasModel: boolean;
  readonly signal: AbortSignal;
}

function refuseContradictions(options: Options, operands: readonly string[]): void {
  if (options.has('jsonl')) {
    if (operands.length)
      throw new UsageError('With --jsonl the queries come from standard input; no files can be named.');
    const other = ['write', 'question'].find((name) => options.has(name));
    if (other !== undefined) throw new UsageError(`--${other} cannot be given with --jsonl.`);
  } else if (!operands.length) throw new UsageError(`No files named.\n\n${REPAIR_USAGE}`);
  if (options.has('write') && operands.includes('-'))
    throw new UsageError('--write changes files; what comes from standard input is printed.');
}

async function repairLines({ repair, keep, hasModel, signal }: Work, seen: Outcomes): Promise<void> {
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

async function repairFiles(
  operands: readonly string[],
  options: Options,
  { settings }: NamedKbs,
  work: Work,
  seen: Outcomes,
): Promise<void> {
  const { files, unreadable } = readFiles(operands);
  for (const problem of unreadable) complain(problem);
  if (unreadable.length) seen.fail();
  const writes = options.has('write');
  if (files.length > 1 && !writes)
    throw new UsageError(`There are ${files.length} files. Name one, or let --write change them.`);
  const queries = files.map(({ text }) => parseDocument(text, settings.dialect)).flat();
  if (options.has('question') && queries.length > 1)
    throw new UsageError(`There are ${queries.length} queries, and --question is for one.`);
  for (const file of files) {
    if (!parseDocument(file.text, settings.dialect).some(({ tokens }) => tokens.length > 0))
      complain(`There is no query in ${file.name}.`);
    const text = await repairText(file, options.get('question'), settings.dialect, work);
    if (!writes) process.stdout.write(text);
    else if (text !== file.text) {
      const problem = write(file, text);
      if (problem !== undefined) {
        seen.fail();
        complain(problem);
      }
    }
  }
}

/** The text with each of its queries repaired, and all else as it was. */
async function repairText(
  { name, text }: NamedText,
  given: string | undefined,
  dialect: NamedKbs['settings']['dialect'],
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
    if ('problem' in outcome) complain(`${where}: ${outcome.problem}`);
    else {
      keep(where, outcome);
      for (const [index, line] of verdictOf(outcome).entries())
        process.stderr.write(`${index === 0 ? `${where}: ` : ''}${line}\n`);
      repaired += text.slice(end, start) + outcome.result.query;
      end = query.range.end;
    }
  }
  return repaired + text.slice(end);
}

/** Tells why a file was left as it is. What somebody has changed meanwhile, or what is not UTF-8, would be lost. */
function write({ name, text }: NamedText, repaired: string): string | undefined {
  try {
    if (!readFileSync(name).equals(Buffer.from(text)))
      return `${name} is not UTF-8, or was changed meanwhile, so nothing is written to it.`;
    writeFileSync(name, repaired);
    return undefined;
  } catch (error) {
    return `${name} cannot be written: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function limitsOf(
  options: Options,
  { settings }: NamedKbs,
): { readonly timeoutMs: number; readonly maxRows: number } {
  const seconds = numberOf(options, 'timeout', settings.run.timeoutSeconds, { from: 0.001, to: 86_400 });
  return { timeoutMs: seconds * 1000, maxRows: settings.run.maxRows };
}

function numberOf(
  options: Options,
  name: string,
  fallback: number,
  { from, to, whole = false }: { readonly from: number; readonly to: number; readonly whole?: boolean },
): number {
  const given = options.get(name);
  if (given === undefined) return fallback;
  const value = given.trim() === '' ? Number.NaN : Number(given);
  if (!(value >= from && value <= to) || (whole && !Number.isInteger(value)))
    throw new UsageError(
      `--${name} is "${given}"; it must be a ${whole ? 'whole ' : ''}number from ${from} to ${to}.`,
    );
  return value;
}

function openTrace(path: string | undefined): { readonly write: Work['keep']; readonly close: () => void } {
  if (path === undefined) return { write: () => undefined, close: () => undefined };
  try {
    const file = openSync(path, 'w');
    return {
      write: (id, trace) => void writeSync(file, `${JSON.stringify({ id, ...trace })}\n`),
      close: () => closeSync(file),
    };
  } catch (error) {
    throw new UsageError(
      `--trace: ${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function tellEvent(event: RepairEvent): void {
  const text = progressOf(event);
  if (text !== undefined) overwrite(text);
}

function complain(problem: string): void {
  process.stderr.write(`funfusic: ${problem}\n`);
}
