/** Relabels the questions by running gold queries on the reduced KB. */
import type { KnowledgeBase, ExecutionLimits, TaskProgress } from '../../core/kb/knowledge-base';
import type { Answerability, EvalQuestion, GoldParse } from '../eval-question';
import { runGold } from '../run-gold';
import type { Reduction } from './reduction';
import {
  isEmptyAnswer,
  type AnsweredQuestion,
  type AnsweredParse,
  type SkippedQuestion,
} from './complete-kb-answers';

/** GrailQAbility's codes: type, relation, entity, facts. */
export type MissingElement = 'T' | 'R' | 'E' | 'F';

export interface RelabelledQuestion {
  readonly question: EvalQuestion;
  readonly codes: readonly MissingElement[];
}

export interface RelabelledDataset {
  readonly questions: readonly RelabelledQuestion[];
  readonly leftOut: readonly SkippedQuestion[];
}

/** Rejects only when `signal` is aborted. */
export async function relabel(
  answered: readonly AnsweredQuestion[],
  reduction: Reduction,
  kb: KnowledgeBase,
  limits: ExecutionLimits,
  onStep: (step: TaskProgress) => void,
  signal: AbortSignal,
): Promise<RelabelledDataset> {
  const questions: RelabelledQuestion[] = [];
  const leftOut: SkippedQuestion[] = [];
  for (const [at, one] of answered.entries()) {
    onStep({
      message: `Asked the reduced KB ${at} of ${answered.length} questions`,
      share: at / answered.length,
    });
    const remaining: (readonly string[])[] = [];
    for (const { query } of one.parses) {
      const { execution, answers } = await runGold(query, kb, limits, signal);
      if (answers) remaining.push(answers);
      else {
        const { row, id } = one.question;
        leftOut.push({ row, id, why: 'message' in execution ? execution.message : 'It was not answered.' });
        break;
      }
    }
    if (remaining.length === one.parses.length) questions.push(relabelQuestion(one, remaining, reduction));
  }
  return { questions, leftOut };
}

function relabelQuestion(
  { question, parses }: AnsweredQuestion,
  remaining: readonly (readonly string[])[],
  reduction: Reduction,
): RelabelledQuestion {
  const { level, function: goldFunction, hops, entities } = question.gold;
  const answerable = parses.find((_, at) => !isEmptyAnswer(remaining[at] ?? []));
  const ideal = answerable ?? parses.find(({ answers }) => !isEmptyAnswer(answers));
  const removed = findRemovedNames(parses, reduction);
  const unanswerable = remaining.every(
    (answers, at) => isEmptyAnswer(answers) || isFalseByRemoval(answers, parses[at], removed),
  );
  const answerability: Answerability = !unanswerable ? 'answerable' : removed.length ? 'schema' : 'data';
  const relabelledParses = parses.map(({ parse }, at): GoldParse => {
    const { sparql, sexpr } = parse;
    return {
      ...(sparql !== undefined && { sparql }),
      ...(sexpr !== undefined && answerability !== 'schema' && { sexpr }),
      answers: unanswerable ? [] : (remaining[at] ?? []),
    };
  });
  const missing =
    answerability === 'schema' ? removed.map(({ id }) => id) : answerability === 'data' ? ['facts'] : [];
  return {
    question: {
      ...question,
      gold: {
        ...(level !== undefined && { level }),
        ...(goldFunction !== undefined && { function: goldFunction }),
        ...(hops !== undefined && { hops }),
        ...(entities && { entities }),
        parses: relabelledParses,
        ideal: ideal?.answers ?? [],
        ...(ideal?.parse.sexpr !== undefined && { idealSexpr: ideal.parse.sexpr }),
        answerability,
        missing,
      },
    },
    codes:
      answerability === 'schema'
        ? [...new Set(removed.map(({ code }) => code))].sort()
        : answerability === 'data'
          ? [reduction.facts.size || reduction.factShare ? 'F' : 'E']
          : [],
  };
}

interface RemovedName {
  readonly id: string;
  readonly code: MissingElement;
}

/** Finds the names in gold that were removed from the KB. */
function findRemovedNames(
  parses: readonly AnsweredParse[],
  { relations, types, entities }: Reduction,
): readonly RemovedName[] {
  const codes = new Map<string, MissingElement>();
  for (const { names } of parses) {
    for (const id of names.classes) if (types.has(id)) codes.set(id, 'T');
    for (const id of names.relations) if (relations.has(id)) codes.set(id, 'R');
    for (const id of names.entities) if (entities.has(id)) codes.set(id, 'E');
  }
  return [...codes].map(([id, code]) => ({ id, code })).sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** The answer `false` to an ASK query is not an answer if it is caused by a removed name. */
function isFalseByRemoval(
  answers: readonly string[],
  reading: AnsweredParse | undefined,
  removed: readonly RemovedName[],
): boolean {
  return removed.length > 0 && answers.join() === 'false' && reading?.answers.join() === 'true';
}
