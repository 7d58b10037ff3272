/** Computes the scores of all questions and of groups. */
import { addToList } from '../../core/language/text/multimap';
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

export function computeScores(questions: readonly ScoredQuestion[], seed: number): Scores {
  const columns = SCORES.map((name) => ({
    name,
    values: questions.flatMap((question) => question.scores[name] ?? []),
  }));
  const scores: Partial<Record<ScoreName, Score>> = {};
  for (const n of new Set(columns.map(({ values }) => values.length))) {
    const sameLength = columns.filter(({ values }) => values.length === n);
    const means = bootstrapEach(
      sameLength.map(({ values }) => values),
      seed,
    );
    for (const [index, { name }] of sameLength.entries()) {
      const score = means[index];
      if (score) scores[name] = score;
    }
  }
  // Keeps the order of SCORES.
  return Object.fromEntries(SCORES.flatMap((name) => (scores[name] ? [[name, scores[name]]] : [])));
}

export function scoreGroups(questions: readonly ScoredQuestion[], seed: number): readonly Grouping[] {
  return groupQuestions(questions).map(({ by, groups }) => ({
    by,
    groups: groups.map(({ name, questions: own }) => ({
      name,
      n: own.length,
      scores: computeScores(own, seed),
    })),
  }));
}

export interface QuestionGroups {
  readonly by: Grouping['by'];
  readonly groups: readonly { readonly name: string; readonly questions: readonly ScoredQuestion[] }[];
}

/** Omits empty groups. */
export function groupQuestions(questions: readonly ScoredQuestion[]): readonly QuestionGroups[] {
  return GROUPINGS.flatMap((by): readonly QuestionGroups[] => {
    const groups = new Map<string, ScoredQuestion[]>();
    for (const question of questions) {
      const name = question.groups[by];
      if (name !== undefined) addToList(groups, name, question);
    }
    if (!groups.size) return [];
    const sorted = [...groups].sort(([one], [other]) => compareGroupNames(one, other));
    return [{ by, groups: sorted.map(([name, own]) => ({ name, questions: own })) }];
  });
}

/** The order of known group names, from easy to hard. Numbers are sorted by value. */
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

function compareGroupNames(one: string, other: string): number {
  const place = (name: string): number => {
    const at = ORDER.indexOf(name);
    return at < 0 ? ORDER.length : at;
  };
  return place(one) - place(other) || Number(one) - Number(other) || (one < other ? -1 : 1);
}
