/** Lists what a reader must know to interpret the scores of a report, one sentence each. */
import { formatCount } from './format-numbers';
import type { Report } from './report';

export function listCaveats({ questions, run }: Pick<Report, 'questions' | 'run'>): readonly string[] {
  const otherStrategies = questions.flatMap(({ groups: { strategy } }) =>
    strategy === undefined || strategy === run.strategy ? [] : [strategy],
  );
  const caveats: readonly (readonly [count: number, predicate: string])[] = [
    [
      questions.filter(({ verdict }) => verdict === 'missing').length,
      'have not been asked yet and are not in the scores.',
    ],
    [
      questions.filter(({ unrecorded }) => unrecorded === true).length,
      'need replies that were not recorded, and count as failed.',
    ],
    [
      questions.filter(({ verdict }) => verdict === 'unjudged').length,
      'cannot be judged: gold has no answers, or its query could not be run.',
    ],
    // On a KB other than that of the dataset, all questions are unanswerable and a system that never answers scores well.
    [
      questions.filter(({ presumed, verdict }) => presumed === true && verdict !== 'missing').length,
      'have no gold answer but are not marked unanswerable, so giving none counts as right. If gold was run, check that the KB is that of the dataset.',
    ],
    [
      questions.filter(({ gold, answers, names }) =>
        gold.some((one) => names.includes(one) && !answers.includes(one)),
      ).length,
      'have the name of an answer as gold. Answers are compared by ID: write IDs into the dataset, or use --gold kb if it has gold queries.',
    ],
    [
      questions.filter(({ isExemplar }) => isExemplar === true).length,
      'are exemplars themselves. The model was not shown the exemplar with the same question.',
    ],
    [
      otherStrategies.length,
      `were answered by ${[...new Set(otherStrategies)].join(' and ')}, because ${run.strategy} found nothing or its model failed. Use --off fall-back to prevent this.`,
    ],
  ];
  return caveats.flatMap(([count, predicate]) =>
    count ? [`${formatCount(count)} of ${formatCount(questions.length)} questions ${predicate}`] : [],
  );
}
