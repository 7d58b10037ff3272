/** The scores of all questions, and of each kind of them. */
import { GROUPINGS, SCORES, type Grouping, type Score, type ScoredQuestion, type Scores } from '../report';
import { bootstrap } from './bootstrap';

export function scoresOver(questions: readonly ScoredQuestion[], seed: number): Scores {
  const scores: Partial<Record<(typeof SCORES)[number], Score>> = {};
  for (const name of SCORES) {
    const score = bootstrap(
      questions.flatMap((question) => question.scores[name] ?? []),
      seed,
    );
    if (score) scores[name] = score;
  }
  return scores;
}

/** Kinds that no question is of are left out; so is what would be one group only without a name. */
export function groupingsOf(questions: readonly ScoredQuestion[], seed: number): readonly Grouping[] {
  return GROUPINGS.flatMap((by): readonly Grouping[] => {
    const groups = new Map<string, ScoredQuestion[]>();
    for (const question of questions) {
      const name = question.groups[by];
      if (name === undefined) continue;
      const group = groups.get(name);
      if (group) group.push(question);
      else groups.set(name, [question]);
    }
    if (!groups.size) return [];
    return [
      {
        by,
        groups: [...groups]
          .sort(([one], [other]) => inOrder(one, other))
          .map(([name, group]) => ({ name, n: group.length, scores: scoresOver(group, seed) })),
      },
    ];
  });
}

/** From what is easy to what is hard, where that is known; numbers by their value. */
const ORDER = [
  'answerable',
  'schema',
  'data',
  'unanswerable',
  'i.i.d.',
  'compositional',
  'zero-shot',
  'none',
];

function inOrder(one: string, other: string): number {
  const place = (name: string): number => {
    const at = ORDER.indexOf(name);
    return at < 0 ? ORDER.length : at;
  };
  return place(one) - place(other) || Number(one) - Number(other) || (one < other ? -1 : 1);
}
