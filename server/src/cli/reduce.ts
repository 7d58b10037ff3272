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
import { numberOf, parseArguments, UsageError } from './arguments';
import { complain } from './complain';
import { readDatasetFile, type DatasetFile } from '../adapters/runs/dataset-file';
import { TRUST_OPTIONS, TRUST_USAGE } from './folder-trust';
import { knowledgeBases, type NamedKbs } from './knowledge-base';
import { overwrite, tellStep } from './progress-line';
import { manifestOf, summaryOf } from './reduce-report';
import { stoppable } from './stoppable';

export const REDUCE_USAGE = `funfusic reduce [OPTIONS] --out FOLDER [DATASET]

Takes relations, types, entities or facts from a KB, and tells for each question of a dataset whether it can still be answered, by
running gold on the whole KB and on what is left. The same seed takes the same, on every machine.

  DATASET              a file of questions with gold queries (docs/datasets.md); without one, only the KB is made
  --kb KB              a file of N-Triples or Turtle (.gz too), the name of such a KB in funfusic.knowledgeBases, or Sample (default)
${TRUST_USAGE}
  --out FOLDER         where the files are written: kb.nt.gz, schema.json, questions.jsonl, questions.grailqability.json, reduction.json
  --relations WHAT     a share of all relations between 0 and 1, or ids with commas between; each with its reverse
  --types WHAT         the same of types, each with the relations that lead from it and to it
  --entities WHAT      the same of entities that have a name, each with all that is said of it
  --facts SHARE        a share of the facts that the others leave, names and types of things excepted
  --unanswerable SHARE take what gold uses, until this share of the questions cannot be answered (GrailQAbility's way)
  --kinds KINDS        with --unanswerable: what is taken, equally often; relations,types,entities,facts by default
  --seed NUMBER        1 by default
  --schema FILE        a KB schema of your own (JSON) in the place of that of the settings
  --timeout SECONDS    a gold query that takes longer is stopped, 60 by default

Exit status: 0 written, 2 could not run as asked, 130 stopped by Ctrl-C: then nothing is written.
`;

const OPTIONS = {
  kb: { value: true },
  ...TRUST_OPTIONS,
  out: { value: true },
  relations: { value: true },
  types: { value: true },
  entities: { value: true },
  facts: { value: true },
  unanswerable: { value: true },
  kinds: { value: true },
  seed: { value: true },
  schema: { value: true },
  timeout: { value: true },
} as const;

const FILES = {
  kb: 'kb.nt.gz',
  questions: 'questions.jsonl',
  grailqability: 'questions.grailqability.json',
  schema: 'schema.json',
  manifest: 'reduction.json',
} as const;

type Options = ReadonlyMap<string, string>;

export async function reduce(args: readonly string[]): Promise<number> {
  const { options, operands } = parseArguments(args, OPTIONS);
  const file = operands.length ? readDatasetFile(operands, REDUCE_USAGE) : undefined;
  const task = taskOf(options, file);
  const seconds = numberOf(options, 'timeout', 60, { from: 0.001, to: 86_400 });
  const kbs = knowledgeBases(options);
  const { name, whole, lines } = sourceOf(options, kbs);
  const schema = schemaOf(options, kbs);
  const folder = folderOf(options);
  return stoppable(async (signal) => {
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
        tellStep,
        signal,
      );
      if ('problem' in reduced) throw new UsageError(reduced.problem);
      if (!reduced.relabelled) await writer.finish();
      overwrite('');
      signal.throwIfAborted();
      writeFiles(folder, reduced, { task, kb: basename(name), dataset: file, schema });
      finished = true;
      for (const { row, id = '', why } of reduced.relabelled?.leftOut ?? [])
        complain(`row ${row} (${id}) is left out: ${why}`);
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
    throw new UsageError(`Nothing is to be taken.\n\n${REDUCE_USAGE}`);
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
  if (!folder)
    throw new UsageError(`--out FOLDER is missing: where the files are written.\n\n${REDUCE_USAGE}`);
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
