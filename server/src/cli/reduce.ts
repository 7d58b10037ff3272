/** `funfusic reduce`: creates an incomplete KB from a complete one, and a dataset with its answers. */
import { basename } from 'node:path';
import { openFacts, openReductionFolder, readDatasetFile } from '../compose/index';
import type { KnowledgeBase } from '../core/kb/knowledge-base';
import type { DatasetFile } from '../evaluation/choose-questions';
import type { RemovalChoice } from '../evaluation/reduce/choose-by-share';
import { reduceKb, type ReductionResult, type ReduceTask } from '../evaluation/reduce/reduce';
import { ELEMENT_KINDS, type ElementKind } from '../evaluation/reduce/reduction';
import { countQuestions, reductionFiles } from '../evaluation/reduce/reduction-files';
import { numberOption, unwrap, UsageError, type Command, type ParsedArguments } from './arguments';
import { printError, runUntilStopped, showProgress, showStep } from './terminal';
import { datasetArgument } from './eval-options';
import { TRUST_OPTIONS } from './folder-trust';
import { openKnowledgeBases, requireSchema, type NamedKbs } from './knowledge-base';

export const reduceCommand: Command = {
  name: 'reduce',
  summary: 'make a KB incomplete, with a dataset that fits it',
  synopsis: ['[OPTIONS] --out FOLDER [DATASET]'],
  about:
    'Removes relations, types, entities or facts from a KB, and decides for each question of a dataset whether it can still be answered: the gold query runs on the complete KB and on the reduced one. The same seed removes the same elements on every machine.',
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
      help: 'a share of all relations between 0 and 1, or a comma-separated list of IDs; each with its reverse',
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
    'Exit status: 0 the files were written, 2 the command could not run, 130 stopped by Ctrl+C: then nothing is written.',
  ],
  run: reduce,
};

type Options = ReadonlyMap<string, string>;

async function reduce({ options, positionals }: ParsedArguments): Promise<number> {
  const file = positionals.length ? unwrap(readDatasetFile(datasetArgument(positionals))) : undefined;
  const task = parseTask(options, file);
  const timeoutMs = 1000 * numberOption(options, 'timeout', 60, { from: 0.001, to: 86_400 });
  const kbs = openKnowledgeBases(options);
  const { name, completeKb, lines } = openSource(options, kbs);
  const schema = requireSchema(options, kbs);
  const out = options.get('out');
  if (!out) throw new UsageError('Name the folder for the files with --out.', { showHelp: true });
  return runUntilStopped(async (signal) => {
    const folder = unwrap(openReductionFolder(out));
    try {
      const reduced = unwrap(
        await reduceKb(
          task,
          {
            schema,
            lines,
            completeKb,
            write: (facts) => folder.writeFacts(facts),
            reduced: async () => {
              await folder.finishFacts();
              return unwrap(kbs.open(folder.kb));
            },
            limits: { timeoutMs, maxRows: 1_000_000 },
          },
          showStep,
          signal,
        ),
      );
      if (!reduced.relabelled) await folder.finishFacts();
      showProgress('');
      signal.throwIfAborted();
      folder.writeFiles(reductionFiles(reduced, { task, schema, kb: basename(name), dataset: file?.name }));
      for (const { row, id = '', why } of reduced.relabelled?.leftOut ?? [])
        printError(`Row ${row} (${id}) is left out: ${why}`);
      process.stdout.write(formatReduction(reduced, out));
      return 0;
    } catch (error) {
      if (error instanceof Error && error.name === 'DumpProblem') throw new UsageError(error.message);
      throw error;
    } finally {
      await folder.close();
    }
  }, kbs.close);
}

function parseTask(options: Options, file: DatasetFile | undefined): ReduceTask {
  const seed = numberOption(options, 'seed', 1, { from: 0, to: 2 ** 31, integer: true });
  const choices = (['relations', 'types', 'entities'] as const).flatMap((kind) => {
    const text = options.get(kind);
    return text === undefined ? [] : [[kind, parseChoice(kind, text)] as const];
  });
  const unanswerable = options.has('unanswerable');
  if (unanswerable && !file)
    throw new UsageError(
      '--unanswerable needs a dataset. Name one, or choose what to remove with --relations, --types, --entities or --facts.',
    );
  if (options.has('kinds') && !unanswerable) throw new UsageError('--kinds needs --unanswerable.');
  if (!choices.length && !options.has('facts') && !unanswerable)
    throw new UsageError('Choose what to remove.', { showHelp: true });
  return {
    seed,
    ...Object.fromEntries(choices),
    ...(options.has('facts') && { factShare: numberOption(options, 'facts', 0, { from: 0, to: 1 }) }),
    ...(file && { dataset: file.dataset }),
    ...(unanswerable && {
      target: {
        share: numberOption(options, 'unanswerable', 0, { from: 0, to: 1 }),
        kinds: parseKinds(options),
      },
    }),
  };
}

function parseChoice(kind: string, text: string): RemovalChoice {
  const share = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(share)) {
    if (share < 0 || share > 1) throw new UsageError(`--${kind} is "${text}"; a share is from 0 to 1.`);
    return { share };
  }
  const names = text.split(',').map((name) => name.trim());
  if (names.includes(''))
    throw new UsageError(`--${kind} is "${text}"; it must be a share, or IDs separated by commas.`);
  return { names };
}

function parseKinds(options: Options): readonly ElementKind[] {
  const names = options.get('kinds')?.split(',') ?? ELEMENT_KINDS;
  return names.map((name) => {
    const kind = ELEMENT_KINDS.find((one) => one === name.trim());
    if (!kind) throw new UsageError(`--kinds has "${name}"; it can have ${ELEMENT_KINDS.join(', ')}.`);
    return kind;
  });
}

function openSource(
  options: Options,
  kbs: NamedKbs,
): {
  readonly name: string;
  readonly completeKb: KnowledgeBase;
  readonly lines: () => AsyncIterable<readonly string[]>;
} {
  const name = options.get('kb') ?? kbs.settings.knowledgeBase;
  const completeKb = unwrap(kbs.open(name));
  const lines = openFacts(completeKb);
  if (!lines)
    throw new UsageError(`The facts of ${name} cannot be listed. Name a KB that is a .nt or .ttl file.`);
  return { name, completeKb, lines };
}

function formatReduction({ reduction, facts, relabelled }: ReductionResult, folder: string): string {
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
