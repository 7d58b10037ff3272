/** `funfusic reduce`: makes an incomplete KB from a complete one, and a dataset that fits it. */
import { basename } from 'node:path';
import { loadSchema, openFacts, openReductionFolder, readDatasetFile } from '../compose/index';
import type { KnowledgeBase } from '../core/kb/knowledge-base';
import type { KbSchema } from '../core/schema/schema';
import type { DatasetFile } from '../evaluation/choose-questions';
import type { Choice } from '../evaluation/reduce/choose-by-share';
import { reduceKb, type Reduced, type ReduceTask } from '../evaluation/reduce/reduce';
import { KINDS, type Kind } from '../evaluation/reduce/reduction';
import { countQuestions, reductionFiles } from '../evaluation/reduce/reduction-files';
import { numberOf, parseArguments, required, UsageError } from './arguments';
import { complain } from './complain';
import { onlyDataset } from './eval-options';
import { TRUST_OPTIONS, TRUST_USAGE } from './folder-trust';
import { knowledgeBases, type NamedKbs } from './knowledge-base';
import { overwrite, tellStep } from './progress-line';
import { stoppable } from './stoppable';

export const REDUCE_USAGE = `funfusic reduce [OPTIONS] --out FOLDER [DATASET]

Removes relations, types, entities or facts from a KB. For each question of a dataset, runs gold on the complete and on the reduced KB
to label whether it can still be answered. The same seed removes the same on every machine.

  DATASET              a file of questions with gold queries (docs/datasets.md); without one, only the KB is written
  --kb KB              a file of N-Triples or Turtle (.gz too), the name of such a KB in funfusic.knowledgeBases, or Sample (default)
${TRUST_USAGE}
  --out FOLDER         for kb.nt.gz, schema.json, questions.jsonl, questions.grailqability.json, reduction.json
  --relations WHAT     a share of all relations between 0 and 1, or IDs separated by commas; each with its reverse
  --types WHAT         the same for types, each with the relations from it and to it
  --entities WHAT      the same for entities that have a name, each with all its facts
  --facts SHARE        a share of the remaining facts, except names and types
  --unanswerable SHARE remove what gold uses until this share of the questions is unanswerable (the method of GrailQAbility)
  --kinds KINDS        with --unanswerable: what to remove, equally often (default: relations,types,entities,facts)
  --seed NUMBER        default: 1
  --schema FILE        a custom KB schema (JSON) instead of that of the settings
  --timeout SECONDS    time limit of a gold query (default: 60)

Exit status: 0 written, 2 invalid usage, 130 stopped by Ctrl-C (nothing is written).
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

type Options = ReadonlyMap<string, string>;

export async function reduce(args: readonly string[]): Promise<number> {
  const { options, operands } = parseArguments(args, OPTIONS);
  const file = operands.length ? required(readDatasetFile(onlyDataset(operands, REDUCE_USAGE))) : undefined;
  const task = taskOf(options, file);
  const timeoutMs = 1000 * numberOf(options, 'timeout', 60, { from: 0.001, to: 86_400 });
  const kbs = knowledgeBases(options);
  const { name, whole, lines } = sourceOf(options, kbs);
  const schema = schemaOf(options, kbs);
  const out = options.get('out');
  if (!out) throw new UsageError(`Name the folder for the files with --out.\n\n${REDUCE_USAGE}`);
  return stoppable(async (signal) => {
    const folder = required(openReductionFolder(out));
    try {
      const reduced = required(
        await reduceKb(
          task,
          {
            schema,
            lines,
            whole,
            write: (some) => folder.writeFacts(some),
            reduced: async () => {
              await folder.finishFacts();
              return required(kbs.open(folder.kb));
            },
            limits: { timeoutMs, maxRows: 1_000_000 },
          },
          tellStep,
          signal,
        ),
      );
      if (!reduced.relabelled) await folder.finishFacts();
      overwrite('');
      signal.throwIfAborted();
      folder.writeFiles(reductionFiles(reduced, { task, schema, kb: basename(name), dataset: file?.name }));
      for (const { row, id = '', why } of reduced.relabelled?.leftOut ?? [])
        complain(`row ${row} (${id}) is left out: ${why}`);
      process.stdout.write(summaryOf(reduced, out));
      return 0;
    } catch (error) {
      if (error instanceof Error && error.name === 'DumpProblem') throw new UsageError(error.message);
      throw error;
    } finally {
      await folder.close();
    }
  }, kbs.close);
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
      '--unanswerable needs a dataset. Name one, or choose what to remove with --relations, --types, --entities or --facts.',
    );
  if (options.has('kinds') && !unanswerable) throw new UsageError('--kinds needs --unanswerable.');
  if (!choices.length && !options.has('facts') && !unanswerable)
    throw new UsageError(`Choose what to remove.\n\n${REDUCE_USAGE}`);
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
    throw new UsageError(`--${kind} is "${given}"; it must be a share, or IDs separated by commas.`);
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
    throw new UsageError(status.problem ?? 'There is no KB schema.');
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
  const whole = required(kbs.open(name));
  const lines = openFacts(whole);
  if (!lines)
    throw new UsageError(`The facts of ${name} cannot be listed. Name a KB that is a .nt or .ttl file.`);
  return { name, whole, lines };
}

function summaryOf({ reduction, facts, relabelled }: Reduced, folder: string): string {
  const { relations, types, entities } = reduction;
  const number = (value: number): string => value.toLocaleString('en');
  const lines = [
    `removed: ${number(relations.size)} relations, ${number(types.size)} types, ${number(entities.size)} entities; in all ${number(facts.read - facts.kept)} of ${number(facts.read)} facts`,
  ];
  if (relabelled) {
    const { answerable, schema, data, fewerAnswers } = countQuestions(relabelled.questions);
    const all = relabelled.questions.length;
    const percent = all ? Math.round((100 * (schema + data)) / all) : 0;
    lines.push(
      `questions: ${number(all)}, of which ${number(answerable)} answerable (${number(fewerAnswers)} with other answers than before) and ${number(schema + data)} not (${percent} %): ${number(schema)} by the schema, ${number(data)} by the data`,
      ...(relabelled.leftOut.length ? [`left out: ${number(relabelled.leftOut.length)}`] : []),
    );
  }
  return [...lines, `written to ${folder}`, ''].join('\n');
}
