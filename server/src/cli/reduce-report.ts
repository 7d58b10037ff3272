/** What was taken from a KB, in words and as JSON. */
import type { Reduced, ReduceTask } from '../evaluation/reduce/reduce';
import type { Answerability } from '../evaluation/eval-question';
import type { DatasetFile } from '../adapters/runs/dataset-file';

export function manifestOf(
  { reduction, facts, relabelled }: Reduced,
  about: { readonly task: ReduceTask; readonly kb: string; readonly dataset: DatasetFile | undefined },
): object {
  const { dataset: _, ...task } = about.task;
  return {
    format: 'funfusic-reduction',
    version: 1,
    kb: about.kb,
    ...(about.dataset && { dataset: about.dataset.name }),
    ...task,
    facts,
    taken: {
      relations: [...reduction.relations].sort(),
      types: [...reduction.types].sort(),
      entities: [...reduction.entities].sort(),
      facts: [...reduction.facts].sort(),
    },
    ...(relabelled && { questions: countsOf(relabelled.questions), leftOut: relabelled.leftOut }),
  };
}

type Questions = NonNullable<Reduced['relabelled']>['questions'];

function countsOf(
  questions: Questions,
): Readonly<Record<'answerable' | 'schema' | 'data' | 'fewerAnswers', number>> {
  const of = (wanted: Answerability): number =>
    questions.filter(({ question }) => question.gold.answerability === wanted).length;
  const fewer = questions.filter(
    ({ question: { gold } }) =>
      gold.answerability === 'answerable' && gold.parses[0]?.answers?.join('\n') !== gold.ideal?.join('\n'),
  );
  return { answerable: of('answerable'), schema: of('schema'), data: of('data'), fewerAnswers: fewer.length };
}

export function summaryOf({ reduction, facts, relabelled }: Reduced, folder: string): string {
  const { relations, types, entities } = reduction;
  const number = (value: number): string => value.toLocaleString('en');
  const lines = [
    `taken: ${number(relations.size)} relations, ${number(types.size)} types, ${number(entities.size)} entities; with them and by themselves ${number(facts.read - facts.kept)} of ${number(facts.read)} facts`,
  ];
  if (relabelled) {
    const { answerable, schema, data, fewerAnswers } = countsOf(relabelled.questions);
    const all = relabelled.questions.length;
    const percent = all ? Math.round((100 * (schema + data)) / all) : 0;
    lines.push(
      `questions: ${number(all)}, of which ${number(answerable)} answerable (${number(fewerAnswers)} with other answers than before) and ${number(schema + data)} not (${percent} %): ${number(schema)} by the schema, ${number(data)} by the data`,
      ...(relabelled.leftOut.length ? [`left out: ${number(relabelled.leftOut.length)}`] : []),
    );
  }
  return [...lines, `written to ${folder}`, ''].join('\n');
}
