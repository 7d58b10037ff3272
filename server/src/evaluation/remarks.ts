/** What a reader must know before believing the scores of a report; a sentence each. */
import { grouped } from './numbers';
import type { Report } from './report';

export function remarksOn({ questions, run }: Pick<Report, 'questions' | 'run'>): readonly string[] {
  const missing = questions.filter(({ verdict }) => verdict === 'missing').length;
  const unrecorded = questions.filter((one) => one.unrecorded === true).length;
  const unjudged = questions.filter(({ verdict }) => verdict === 'unjudged').length;
  return [
    ...(missing
      ? [
          `${grouped(missing)} of ${grouped(questions.length)} questions were not asked yet, and are not in the scores.`,
        ]
      : []),
    ...(unrecorded
      ? [
          `${grouped(unrecorded)} of ${grouped(questions.length)} questions ask for what was not recorded, and count as failed.`,
        ]
      : []),
    ...(unjudged
      ? [
          `${grouped(unjudged)} of ${grouped(questions.length)} questions cannot be judged by their answers: gold has none, or its query could not be run.`,
        ]
      : []),
    ...presumedIn({ questions }),
    ...fallenBackIn({ questions, run }),
  ];
}

/** A KB that is not that of the dataset makes everything unanswerable, and a system that says nothing look good. */
function presumedIn({ questions }: Pick<Report, 'questions'>): readonly string[] {
  const presumed = questions.filter((one) => one.presumed === true && one.verdict !== 'missing').length;
  return presumed
    ? [
        `${grouped(presumed)} of ${grouped(questions.length)} questions have no answer in gold, though nothing says that they cannot be answered: to give none counts as right. Where gold was run, the KB may not be that of the dataset.`,
      ]
    : [];
}

/** What another strategy has found is not what the one that is evaluated is worth. */
function fallenBackIn({ questions, run }: Pick<Report, 'questions' | 'run'>): readonly string[] {
  const others = questions.flatMap(({ groups: { strategy } }) =>
    strategy === undefined || strategy === run.strategy ? [] : [strategy],
  );
  return others.length
    ? [
        `${grouped(others.length)} of ${grouped(questions.length)} questions were left to ${[...new Set(others)].join(' and ')}, because ${run.strategy} found nothing. With --off fall-back they are not.`,
      ]
    : [];
}
