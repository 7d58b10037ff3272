/** Labels the questions by running gold on the reduced KB. */
import type { KnowledgeBase, Limits, ProgressStep } from '../../core/kb/knowledge-base';
import type { Answerability, EvalQuestion, GoldParse } from '../eval-question';
import { runGold } from '../run-gold';
import type { Reduction } from './reduction';
import {
  isEmptyAnswer,
  type AnsweredQuestion,
  type AnsweredReading,
  type LeftOut,
} from './complete-kb-answers';

/** GrailQAbility's codes: type, relation, entity, facts. */
export type MissingElement = 'T' | 'R' | 'E' | 'F';

export interface Relabelled {
  readonly question: EvalQuestion;
  readonly letters: readonly MissingElement[];
}

export interface RelabelledDataset {
  readonly questions: readonly Relabelled[];
  readonly leftOut: readonly LeftOut[];
}

/** Rejects only when `signal` is aborted. */
export async function relabel(
  answered: readonly AnsweredQuestion[],
  reduction: Reduction,
  kb: KnowledgeBase,
  limits: Limits,
  onStep: (step: ProgressStep) => void,
  signal: AbortSignal,
): Promise<RelabelledDataset> {
  const questions: Relabelled[] = [];
  const leftOut: LeftOut[] = [];
  for (const [at, one] of answered.entries()) {
    onStep({
      message: `Asked the reduced KB ${at} of ${answered.length} questions`,
      share: at / answered.length,
    });
    const left: (readonly string[])[] = [];
    for (const { query } of one.readings) {
      const { execution, answers } = await runGold(query, kb, limits, signal);
      if (answers) left.push(answers);
      else {
        const { row, id } = one.question;
        leftOut.push({ row, id, why: 'message' in execution ? execution.message : 'It was not answered.' });
        break;
      }
    }
    if (left.length === one.readings.length) questions.push(relabelled(one, left, reduction));
  }
  return { questions, leftOut };
}

function relabelled(
  { question, readings }: AnsweredQuestion,
  left: readonly (readonly string[])[],
  reduction: Reduction,
): Relabelled {
  const { level, function: asked, hops, entities } = question.gold;
  const stays = readings.find((_, at) => !isEmptyAnswer(left[at] ?? []));
  const whole = stays ?? readings.find(({ answers }) => !isEmptyAnswer(answers));
  const removed = removedNames(readings, reduction);
  const unanswerable = left.every(
    (answers, at) => isEmptyAnswer(answers) || isDenied(answers, readings[at], removed),
  );
  const answerability: Answerability = !unanswerable ? 'answerable' : removed.length ? 'schema' : 'data';
  const parses = readings.map(({ parse }, at): GoldParse => {
    const { sparql, sexpr } = parse;
    return {
      ...(sparql !== undefined && { sparql }),
      ...(sexpr !== undefined && answerability !== 'schema' && { sexpr }),
      answers: unanswerable ? [] : (left[at] ?? []),
    };
  });
  const missing =
    answerability === 'schema' ? removed.map(({ id }) => id) : answerability === 'data' ? ['facts'] : [];
  return {
    question: {
      ...question,
      gold: {
        ...(level !== undefined && { level }),
        ...(asked !== undefined && { function: asked }),
        ...(hops !== undefined && { hops }),
        ...(entities && { entities }),
        parses,
        ideal: whole?.answers ?? [],
        ...(whole?.parse.sexpr !== undefined && { idealSexpr: whole.parse.sexpr }),
        answerability,
        missing,
      },
    },
    letters:
      answerability === 'schema'
        ? [...new Set(removed.map(({ letter }) => letter))].sort()
        : answerability === 'data'
          ? [reduction.facts.size || reduction.factShare ? 'F' : 'E']
          : [],
  };
}

interface RemovedName {
  readonly id: string;
  readonly letter: MissingElement;
}

/** Names of gold that were removed from the KB. */
function removedNames(
  readings: readonly AnsweredReading[],
  { relations, types, entities }: Reduction,
): readonly RemovedName[] {
  const found = new Map<string, MissingElement>();
  for (const { names } of readings) {
    for (const id of names.classes) if (types.has(id)) found.set(id, 'T');
    for (const id of names.relations) if (relations.has(id)) found.set(id, 'R');
    for (const id of names.entities) if (entities.has(id)) found.set(id, 'E');
  }
  return [...found]
    .map(([id, letter]) => ({ id, letter }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** "false" because of a removed name is not an answer. */
function isDenied(
  answers: readonly string[],
  reading: AnsweredReading | undefined,
  removed: readonly RemovedName[],
): boolean {
  return removed.length > 0 && answers.join() === 'false' && reading?.answers.join() === 'true';
}
