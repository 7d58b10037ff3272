/** What a reader must know to interpret the scores of a report; a sentence each. */
import { grouped } from './numbers';
import type { Report } from './report';

export function caveatsOf({ questions, run }: Pick<Report, 'questions' | 'run'>): readonly string[] {
  const missing = questions.filter(({ verdict }) => verdict === 'missing').length;
  const unrecorded = questions.filter((one) => one.unrecorded === true).length;
  const unjudged = questions.filter(({ verdict }) => verdict === 'unjudged').length;
  return [
    ...(missing
      ? [
          `${grouped(missing)} of ${grouped(questions.length)} questions have not been asked yet and are not in the scores.`,
        ]
      : []),
    ...(unrecorded
      ? [
          `${grouped(unrecorded)} of ${grouped(questions.length)} questions need replies that were not recorded, and count as failed.`,
        ]
      : []),
    ...(unjudged
      ? [
          `${grouped(unjudged)} of ${grouped(questions.length)} questions cannot be judged: gold has no answers, or its query could not be run.`,
        ]
      : []),
    ...presumedIn({ questions }),
    ...fallenBackIn({ questions, run }),
  ];
}

/** On another KB than that of the dataset, everything is unanswerable and a system that never answers looks good. */
function presumedIn({ questions }: Pick<Report, 'questions'>): readonly string[] {
  const presumed = questions.filter((one) => one.presumed === true && one.verdict !== 'missing').length;
  return presumed
    ? [
        `${grouped(presumed)} of ${grouped(questions.length)} questions have no gold answer but are not marked unanswerable, so giving none counts as right. If gold was run, check that the KB is that of the dataset.`,
      ]
    : [];
}

/** Answers of another strategy say nothing about the evaluated one. */
function fallenBackIn({ questions, run }: Pick<Report, 'questions' | 'run'>): readonly string[] {
  const others = questions.flatMap(({ groups: { strategy } }) =>
    strategy === undefined || strategy === run.strategy ? [] : [strategy],
  );
  return others.length
    ? [
        `${grouped(others.length)} of ${grouped(questions.length)} questions were answered by ${[...new Set(others)].join(' and ')}, because ${run.strategy} found nothing. Use --off fall-back to prevent this.`,
      ]
    : [];
}
