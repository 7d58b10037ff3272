/** `funfusic ask`: answers questions in plain English from a KB. */
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { STRATEGY_CHOICES } from '../settings/ask-settings';
import type { AskTrace } from '../core/ask/ask-events';
import type { AskOptions } from '../core/ask/ask-ports';
import { STRATEGIES_BY_NAME } from '../core/ask/strategies';
import { toEntityIri } from '../core/agent-tools/ask-tool';
import {
  unwrap,
  choiceOption,
  STRATEGY_VALUES_OPTIONS,
  strategyOptions,
  UsageError,
  type Command,
  type ParsedArguments,
} from './arguments';
import { formatAnswer, formatAskProgress, toFullRecord, failedRecord, toRecord } from './ask-report';
import { createAsker } from './asker';
import { closeAll, printError, runUntilStopped, showProgress, showStep } from './terminal';
import {
  KB_SCHEMA_OPTION,
  kbOptions,
  openKnowledgeBases,
  parseLimits,
  TIMEOUT_OPTION,
} from './knowledge-base';
import {
  chooseModel,
  confirmUses,
  MODEL_KEYS_HELP,
  modelOptions,
  parseRounds,
  ROUNDS_OPTION,
  STRATEGY_OPTION,
  type ChosenModel,
} from './model';
import { PROMPT_OPTIONS } from './model-options';
import { optionNames } from './option-names';
import { ExitStatus } from './exit-status';
import { openTraceFile } from './trace-file';
import { mapJsonLines, type JsonRow } from './json-lines';

export const askCommand: Command = {
  name: 'ask',
  summary: 'answer questions in plain English from a KB',
  synopsis: ['[OPTIONS] "QUESTION"', '--jsonl [OPTIONS] < QUESTIONS.jsonl'],
  positionals: { QUESTION: 'in English, with names as in the KB: "Who directed Titanic?"' },
  options: {
    ...kbOptions(),
    schema: KB_SCHEMA_OPTION,
    entity: {
      value: 'ID',
      help: 'an entity that the question is about, such as m.02mjmr, instead of linking its names; may be repeated',
    },
    strategy: STRATEGY_OPTION,
    ...modelOptions('funfusic.model'),
    ...PROMPT_OPTIONS,
    rounds: ROUNDS_OPTION,
    ...STRATEGY_VALUES_OPTIONS,
    timeout: TIMEOUT_OPTION,
    'max-rows': {
      value: 'COUNT',
      help: 'read up to this many rows of each query (default: funfusic.run.maxRows)',
    },
    trace: { value: 'FILE', help: 'write all candidates to FILE, one line of JSON per question' },
    json: {
      help: 'print one object: the fields of --jsonl, the description, the evidence, what is missing, …',
    },
    jsonl: {
      help: 'read lines {"id", "question", "entities"?} from standard input and print for each, in order, {"id", "kind": "answer" | "unanswerable" | "failed", "refusal"?: "not-understood" | "no-relation" | "no-facts", "level"?, "answers": [IDs or values], "names", "ignored"?, "atLeast"?, "query", "strategy", "fellBackFrom"?, "fellBackWhy"?, "confidence", "rounds", "usage", "ms"}; "explanation" and "nearestQuery"? if there is no answer',
    },
  },
  notes: [
    MODEL_KEYS_HELP,
    'Exit status: 0 all questions were answered, 1 some cannot be answered, 2 the command could not run, or a KB or model is unreachable, 130 stopped by Ctrl+C: finished work is saved.',
  ],
  run: askQuestions,
};

type Options = ReadonlyMap<string, string>;

async function askQuestions({ options, valuesOf, positionals }: ParsedArguments): Promise<number> {
  const question = parseQuestion(options, positionals);
  const kbs = openKnowledgeBases(options);
  const { settings } = kbs;
  const name = options.get('kb') ?? settings.knowledgeBase;
  confirmUses(kbs, name, options);
  const kb = unwrap(kbs.open(name));
  const chosen = {
    strategy: choiceOption(options, 'strategy', STRATEGY_CHOICES, settings.ask.strategy),
    rounds: parseRounds(options, settings),
    limits: parseLimits(options, settings.run),
    strategyOptions: strategyOptions({ options, valuesOf }),
    ...(options.has('schema') && { schemaFile: resolve(options.get('schema') ?? '') }),
  };
  const model = chooseModel(options, kbs);
  requireModel(chosen.strategy, model);
  const trace = openTraceFile(options.get('trace'));
  const exit = new ExitStatus();
  const entities = valuesOf('entity');
  return runUntilStopped(
    async (signal) => {
      const asker = unwrap(
        createAsker(
          kbs,
          { name, kb },
          {
            ...chosen,
            model,
            renameSettings: optionNames(askCommand),
            onStep: showStep,
            onDefect: exit.onDefect,
          },
        ),
      );
      const ask: AskLinesOptions['ask'] = async (text, ids = entities) => {
        const choices = ids.map((id) => ({ iri: toEntityIri(id, asker.schema) }));
        const task = { question: text, ...(choices.length && { entities: choices }) };
        const outcome = await asker.ask(task, (event) => showProgress(formatAskProgress(event)), signal);
        showProgress('');
        exit.addAnswer(outcome);
        if (outcome.result.more === true)
          printError(`There are more than ${chosen.limits.maxRows} rows. Raise --max-rows.`);
        return outcome;
      };
      if (question === undefined)
        await askLines({ ask, saveTrace: trace.write, onInvalidLine: () => exit.fail(), signal });
      else {
        const outcome = await ask(question, undefined);
        trace.write(question, outcome);
        process.stdout.write(
          options.has('json') ? `${JSON.stringify(toFullRecord(outcome), null, 2)}\n` : formatAnswer(outcome),
        );
      }
      return exit.status;
    },
    () => closeAll(trace, model, kbs),
  );
}

/** Undefined for --jsonl. */
function parseQuestion(options: Options, positionals: readonly string[]): string | undefined {
  const [question, ...rest] = positionals;
  if (options.has('jsonl')) {
    if (question !== undefined)
      throw new UsageError('--jsonl reads questions from standard input. Do not name one with it.');
    if (options.has('json')) throw new UsageError('--json cannot be used with --jsonl.');
    return undefined;
  }
  if (rest.length)
    throw new UsageError(
      `Put the question in quotation marks: "${positionals.join(' ')}". For several questions, use --jsonl.`,
    );
  if (!question?.trim()) throw new UsageError('No question given.', { showHelp: true });
  return question;
}

function requireModel(strategy: AskOptions['strategy'], model: ChosenModel | undefined): void {
  if (!model && strategy !== 'auto' && STRATEGIES_BY_NAME[strategy].needsModel)
    throw new UsageError(
      `The strategy ${strategy} needs a model. Name one with --model, or use --strategy auto or rng-kbqa.`,
    );
}

const QUESTION_LINE = z.object({
  question: z.string().check(z.regex(/\S/)),
  entities: z.optional(z.nullable(z.array(z.string().check(z.regex(/\S/))))),
});

interface AskLinesOptions {
  /** `entities` are IDs or IRIs. */
  readonly ask: (question: string, entities: readonly string[] | undefined) => Promise<AskTrace>;
  readonly saveTrace: (id: unknown, trace: AskTrace) => void;
  readonly onInvalidLine: () => void;
  readonly signal: AbortSignal;
}

async function askLines({ ask, saveTrace, onInvalidLine, signal }: AskLinesOptions): Promise<void> {
  await mapJsonLines(async (row, number) => {
    const line = parseLine(row, number);
    if ('problem' in line) {
      onInvalidLine();
      return { id: line.id, ...failedRecord(line.problem) };
    }
    const { id, question, entities } = line;
    const outcome = await ask(question, entities);
    saveTrace(id, outcome);
    return { id, ...toRecord(outcome) };
  }, signal);
}

type QuestionLine =
  | { readonly id: unknown; readonly question: string; readonly entities: readonly string[] | undefined }
  | { readonly id: unknown; readonly problem: string };

function parseLine(row: JsonRow, number: number): QuestionLine {
  if ('problem' in row) return { id: null, problem: row.problem };
  const { id = null } = row.fields;
  const parsed = z.safeParse(QUESTION_LINE, row.fields);
  if (parsed.success)
    return { id, question: parsed.data.question, entities: parsed.data.entities ?? undefined };
  const [issue] = parsed.error.issues;
  return {
    id,
    problem:
      issue?.path[0] === 'entities'
        ? `Line ${number} has "entities" that are not a list of IDs.`
        : `Line ${number} has no "question" string.`,
  };
}
