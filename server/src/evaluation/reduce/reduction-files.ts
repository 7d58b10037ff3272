/** The files that a reduction writes besides the remaining facts. */
import type { KbSchema } from '../../core/schema/schema';
import { toUserSchema } from '../../core/schema/write-user-schema';
import type { Answerability } from '../eval-question';
import type { TextFile } from '../storage';
import type { ReductionResult, ReduceTask } from './reduce';
import { grailQabilityRow, plainLine } from './write-dataset';

export const REDUCTION_FILES = {
  kb: 'kb.nt.gz',
  questions: 'questions.jsonl',
  grailqability: 'questions.grailqability.json',
  schema: 'schema.json',
  manifest: 'reduction.json',
} as const;

interface ReductionSource {
  readonly task: ReduceTask;
  readonly schema: KbSchema;
  /** File name. */
  readonly kb: string;
  readonly dataset: string | undefined;
}

export function reductionFiles(reduced: ReductionResult, source: ReductionSource): readonly TextFile[] {
  const { relabelled, reduction } = reduced;
  const { data, name } = source.schema;
  const schema = toUserSchema(data, `${name}, reduced`, {
    relation: (id) => !reduction.relations.has(id),
    type: (id) => !reduction.types.has(id),
  });
  return [
    toJsonFile(REDUCTION_FILES.schema, schema),
    ...(relabelled
      ? [
          {
            name: REDUCTION_FILES.questions,
            text: relabelled.questions.map(({ question }) => `${plainLine(question)}\n`).join(''),
          },
          toJsonFile(REDUCTION_FILES.grailqability, relabelled.questions.map(grailQabilityRow)),
        ]
      : []),
    toJsonFile(REDUCTION_FILES.manifest, createManifest(reduced, source)),
  ];
}

const toJsonFile = (name: string, value: unknown): TextFile => ({
  name,
  text: `${JSON.stringify(value, null, 1)}\n`,
});

function createManifest({ reduction, facts, relabelled }: ReductionResult, source: ReductionSource): object {
  const { dataset: _, ...task } = source.task;
  return {
    format: 'funfusic-reduction',
    version: 1,
    kb: source.kb,
    ...(source.dataset !== undefined && { dataset: source.dataset }),
    ...task,
    facts,
    taken: {
      relations: [...reduction.relations].sort(),
      types: [...reduction.types].sort(),
      entities: [...reduction.entities].sort(),
      facts: [...reduction.facts].sort(),
    },
    ...(relabelled && { questions: countQuestions(relabelled.questions), leftOut: relabelled.leftOut }),
  };
}

export function countQuestions(
  questions: NonNullable<ReductionResult['relabelled']>['questions'],
): Readonly<Record<'answerable' | 'schema' | 'data' | 'fewerAnswers', number>> {
  const count = (wanted: Answerability): number =>
    questions.filter(({ question }) => question.gold.answerability === wanted).length;
  const fewer = questions.filter(
    ({ question: { gold } }) =>
      gold.answerability === 'answerable' && gold.parses[0]?.answers?.join('\n') !== gold.ideal?.join('\n'),
  );
  return {
    answerable: count('answerable'),
    schema: count('schema'),
    data: count('data'),
    fewerAnswers: fewer.length,
  };
}
