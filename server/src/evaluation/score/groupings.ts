/** The scores of all questions, and of groups of them. */
import {
  GROUPINGS,
  SCORES,
  type Grouping,
  type Score,
  type ScoredQuestion,
  type ScoreName,
  type Scores,
} from '../report';
import { bootstrapEach } from './bootstrap';

export function scoresOver(questions: readonly ScoredQuestion[], seed: number): Scores {
  const columns = SCORES.map((name) => ({
    name,
    values: questions.flatMap((question) => question.scores[name] ?? []),
  }));
  const scores: Partial<Record<ScoreName, Score>> = {};
  for (const n of new Set(columns.map(({ values }) => values.length))) {
    const together = columns.filter(({ values }) => values.length === n);
    const found = bootstrapEach(
      together.map(({ values }) => values),
      seed,
    );
    for (const [index, { name }] of together.entries()) {
      const score = found[index];
      if (score) scores[name] = score;
    }
  }
  // In the order of the list.
  return Object.fromEntries(SCORES.flatMap((name) => (scores[name] ? [[name, scores[name]]] : [])));
}

export function groupingsOf(questions: readonly ScoredQuestion[], seed: number): readonly Grouping[] {
  return kindsOf(questions).map(({ by, kinds }) => ({
    by,
    groups: kinds.map(({ name, questions: own }) => ({
      name,
      n: own.length,
      scores: scoresOver(own, seed),
    })),
  }));
}

export interface Kinds {
  readonly by: Grouping['by'];
  readonly kinds: readonly { readonly name: string; readonly questions: readonly ScoredQuestion[] }[];
}

/** Without empty groups. */
export function kindsOf(questions: readonly ScoredQuestion[]): readonly Kinds[] {
  return GROUPINGS.flatMap((by): readonly Kinds[] => {
    const groups = new Map<string, ScoredQuestion[]>();
    for (const question of questions) {
      const name = question.groups[by];
      if (name === undefined) continue;
      const group = groups.get(name);
      if (group) group.push(question);
      else groups.set(name, [question]);
    }
    if (!groups.size) return [];
    const kinds = [...groups].sort(([one], [other]) => inOrder(one, other));
    return [{ by, kinds: kinds.map(([name, own]) => ({ name, questions: own })) }];
  });
}

/** From easy to hard; numbers by value. */
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
