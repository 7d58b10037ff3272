/** `funfusic reduce`: an incomplete KB, made of a whole one, and a dataset that fits it. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadSchema, openFacts, openFactWriter, whyNotWritten, type FactWriter } from '../compose/index';
import type { KnowledgeBase } from '../core/kb/knowledge-base';
import type { KbSchema } from '../core/schema/schema';
import { userSchemaOf } from '../core/schema/write-user-schema';
import type { Choice } from '../evaluation/reduce/choose-by-share';
import { reduceKb, type Reduced, type ReduceTask } from '../evaluation/reduce/reduce';
import { KINDS, type Kind } from '../evaluation/reduce/reduction';
import { grailQabilityRow, plainLine } from '../evaluation/reduce/write-dataset';
import { helpOf, numberOf, UsageError, type Command, type ParsedArguments } from './arguments';
import { printError } from './complain';
import { readDatasetFile, type DatasetFile } from './dataset-file';
import { TRUST_OPTIONS } from './folder-trust';
import { knowledgeBases, type NamedKbs } from './knowledge-base';
import { showProgress, showStep } from './progress-line';
import { manifestOf, summaryOf } from './reduce-report';
import { runUntilStopped } from './stoppable';

export const reduceCommand: Command = {
  name: 'reduce',
  summary: 'make a KB incomplete, with a dataset that fits it',
  synopsis: ['[OPTIONS] --out FOLDER [DATASET]'],
  about:
    'Removes relations, types, entities or facts from a KB, and decides for each question of a dataset whether it can still be answered: the gold query runs on the whole KB and on the reduced one. The same seed removes the same on every machine.',
  positionals: {
    DATASET: 'a file of questions with gold queries (docs/datasets.md); without it, only the KB is written',
  },
  options: {
    kb: {
      value: 'KB',
      help: 'a file of N-Triples or Turtle (also .gz), the name of such a KB in funfusic.knowledgeBases, or Sample (default)',
    },
    ...TRUST_OPTIONS,
    out: {
      value: 'FOLDER',
      help: 'where to write kb.nt.gz, schema.json, questions.jsonl, questions.grailqability.json and reduction.json',
    },
    relations: {
      value: 'WHAT',
      help: 'a share of all relations between 0 and 1, or a comma-separated list of ids; each with its reverse',
    },
    types: { value: 'WHAT', help: 'the same for types, each with the relations from it and to it' },
    entities: { value: 'WHAT', help: 'the same for named entities, each with all its facts' },
    facts: { value: 'SHARE', help: 'a share of the remaining facts, except names and types' },
    unanswerable: {
      value: 'SHARE',
      help: 'remove what gold queries use until this share of the questions is unanswerable, as GrailQAbility does',
    },
    kinds: {
      value: 'KINDS',
      help: 'with --unanswerable: what to remove, in equal shares (default: relations,types,entities,facts)',
    },
    seed: { value: 'NUMBER', help: '1 by default' },
    schema: { value: 'FILE', help: 'a custom KB schema (JSON) instead of the schema of the settings' },
    timeout: { value: 'SECONDS', help: 'stop a gold query that takes longer, 60 by default' },
  },
  notes: [
    'Exit status: 0 the files were written, 2 the command could not run, 130 stopped by Ctrl-C: then nothing is written.',
  ],
  run: reduce,
};

const FILES = {
  kb: 'kb.nt.gz',
  questions: 'questions.jsonl',
  grailqability: 'questions.grailqability.json',
  schema: 'schema.json',
  manifest: 'reduction.json',
} as const;

type Options = ReadonlyMap<string, string>;

async function reduce({ options, positionals }: ParsedArguments): Promise<number> {
  const file = positionals.length ? readDatasetFile(positionals, helpOf(reduceCommand)) : undefined;
  const task = taskOf(options, file);
  const seconds = numberOf(options, 'timeout', 60, { from: 0.001, to: 86_400 });
  const kbs = knowledgeBases(options);
  const { name, whole, lines } = sourceOf(options, kbs);
  const schema = schemaOf(options, kbs);
  const folder = folderOf(options);
  return runUntilStopped(async (signal) => {
    const path = join(folder, FILES.kb);
    const writer = openWriter(path);
    let finished = false;
    try {
      const reduced = await reduceKb(
        task,
        {
          schema,
          lines,
          whole,
          write: writer.write,
          reduced: async () => {
            await writer.finish();
            return opened(kbs, path);
          },
          limits: { timeoutMs: seconds * 1000, maxRows: 1_000_000 },
        },
        showStep,
        signal,
      );
      if ('problem' in reduced) throw new UsageError(reduced.problem);
      if (!reduced.relabelled) await writer.finish();
      showProgress('');
      signal.throwIfAborted();
      writeFiles(folder, reduced, { task, kb: basename(name), dataset: file, schema });
      finished = true;
      for (const { row, id = '', why } of reduced.relabelled?.leftOut ?? [])
        printError(`row ${row} (${id}) is left out: ${why}`);
      process.stdout.write(summaryOf(reduced, folder));
      return 0;
    } catch (error) {
      if (error instanceof Error && error.name === 'DumpProblem') throw new UsageError(error.message);
      throw asUsageError(folder, error);
    } finally {
      await writer.discard();
      // None of them was there before.
      if (!finished) for (const name of Object.values(FILES)) rmSync(join(folder, name), { force: true });
    }
  }, kbs.close);
}

function openWriter(path: string): FactWriter {
  try {
    return openFactWriter(path);
  } catch (error) {
    throw asUsageError(path, error);
  }
}

/** What the system says of a file or a disk, with what to do. */
function asUsageError(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string') return error;
  return new UsageError(`${path} cannot be written: ${whyNotWritten(error)}. Nothing is left of it.`);
}

function taskOf(options: Options, file: DatasetFile | undefined): ReduceTask {
  const seed = numberOf(options, 'seed', 1, { from: 0, to: 2 ** 31, whole: true });
  const choices = (['relations', 'types', 'entities'] as const).flatMap((kind) => {
    const given = options.get(kind);
    return given === undefined ? [] : [[kind, choiceOf(kind, given)] as const];
  });
  const unanswerable = options.has('unanswerable');
  if (unanswerable && !file)
    throw new UsageError(
      '--unanswerable is about questions. Name a dataset, or say what to take by --relations and the like.',
    );
  if (options.has('kinds') && !unanswerable) throw new UsageError('--kinds goes with --unanswerable.');
  if (!choices.length && !options.has('facts') && !unanswerable)
    throw new UsageError('Name something to remove.', { showHelp: true });
  return {
    seed,
    ...Object.fromEntries(choices),
    ...(options.has('facts') && { factShare: numberOf(options, 'facts', 0, { from: 0, to: 1 }) }),
    ...(file && { dataset: file.dataset }),
    ...(unanswerable && {
      target: { share: numberOf(options, 'unanswerable', 0, { from: 0, to: 1 }), kinds: kindsOf(options) },
    }),
  };
}

function choiceOf(kind: string, given: string): Choice {
  const share = given.trim() === '' ? Number.NaN : Number(given);
  if (Number.isFinite(share)) {
    if (share < 0 || share > 1) throw new UsageError(`--${kind} is "${given}"; a share is from 0 to 1.`);
    return { share };
  }
  const names = given.split(',').map((name) => name.trim());
  if (names.includes(''))
    throw new UsageError(`--${kind} is "${given}"; it must be a share, or ids with commas between.`);
  return { names };
}

function kindsOf(options: Options): readonly Kind[] {
  const given = options.get('kinds')?.split(',') ?? KINDS;
  return given.map((name) => {
    const kind = KINDS.find((one) => one === name.trim());
    if (!kind) throw new UsageError(`--kinds has "${name}"; it can have ${KINDS.join(', ')}.`);
    return kind;
  });
}

function schemaOf(options: Options, { settings, folder }: NamedKbs): KbSchema {
  const own = options.get('schema');
  const { schema, status } = loadSchema(own ?? settings.schemaFile, own === undefined ? folder : undefined);
  if (!schema || status.problem !== undefined)
    throw new UsageError(status.problem ?? 'There is no schema to go by.');
  return schema;
}

function sourceOf(
  options: Options,
  kbs: NamedKbs,
): {
  readonly name: string;
  readonly whole: KnowledgeBase;
  readonly lines: () => AsyncIterable<readonly string[]>;
} {
  const name = options.get('kb') ?? kbs.settings.knowledgeBase;
  const whole = opened(kbs, name);
  const lines = openFacts(whole);
  if (!lines)
    throw new UsageError(
      `The facts of ${name} cannot be read one by one. Name a KB of files, as .nt or .ttl.`,
    );
  return { name, whole, lines };
}

function opened(kbs: NamedKbs, name: string): KnowledgeBase {
  const kb = kbs.open(name);
  if ('problem' in kb) throw new UsageError(kb.problem);
  return kb;
}

/** Nothing that is there is written over. */
function folderOf(options: Options): string {
  const folder = options.get('out');
  if (!folder) throw new UsageError('Name the output folder with --out.', { showHelp: true });
  const there = Object.values(FILES).find((name) => existsSync(join(folder, name)));
  if (there !== undefined)
    throw new UsageError(`${join(folder, there)} is there already. Name another folder, or remove it.`);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw asUsageError(folder, error);
  }
  return folder;
}

function writeFiles(
  folder: string,
  reduced: Reduced,
  about: {
    readonly task: ReduceTask;
    readonly kb: string;
    readonly dataset: DatasetFile | undefined;
    readonly schema: KbSchema;
  },
): void {
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text, { flag: 'wx' });
  const { relabelled, reduction } = reduced;
  const { data, name } = about.schema;
  const left = userSchemaOf(data, `${name}, reduced`, {
    relation: (id) => !reduction.relations.has(id),
    type: (id) => !reduction.types.has(id),
  });
  write(FILES.schema, `${JSON.stringify(left, null, 1)}\n`);
  if (relabelled) {
    const { questions } = relabelled;
    write(FILES.questions, questions.map(({ question }) => `${plainLine(question)}\n`).join(''));
    write(FILES.grailqability, `${JSON.stringify(questions.map(grailQabilityRow), null, 1)}\n`);
  }
  write(FILES.manifest, `${JSON.stringify(manifestOf(reduced, about), null, 1)}\n`);
}
