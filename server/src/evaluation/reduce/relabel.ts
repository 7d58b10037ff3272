/** The questions as they stand to the KB that is left: by running gold on it. */
import type { KnowledgeBase, Limits, ProgressStep } from '../../core/kb/knowledge-base';
import type { Answerability, EvalQuestion, GoldParse } from '../eval-question';
import { runGold } from '../run-gold';
import type { Reduction } from './reduction';
import { isNothing, type AnsweredQuestion, type AnsweredReading, type LeftOut } from './whole-answers';

/** As GrailQAbility calls what is missing: a type, a relation, an entity, facts. */
export type Letter = 'T' | 'R' | 'E' | 'F';

export interface Relabelled {
  readonly question: EvalQuestion;
  readonly letters: readonly Letter[];
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
  tell: (step: ProgressStep) => void,
  signal: AbortSignal,
): Promise<RelabelledDataset> {
  const questions: Relabelled[] = [];
  const leftOut: LeftOut[] = [];
  for (const [at, one] of answered.entries()) {
    tell({
      message: `Asked what is left ${at} of ${answered.length} questions`,
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
  const stays = readings.find((_, at) => !isNothing(left[at] ?? []));
  const whole = stays ?? readings.find(({ answers }) => !isNothing(answers));
  const taken = takenFrom(readings, reduction);
  const unanswerable = left.every(
    (answers, at) => isNothing(answers) || isDenied(answers, readings[at], taken),
  );
  const answerability: Answerability = !unanswerable ? 'answerable' : taken.length ? 'schema' : 'data';
  const parses = readings.map(({ parse }, at): GoldParse => {
    const { sparql, sexpr } = parse;
    return {
      ...(sparql !== undefined && { sparql }),
      ...(sexpr !== undefined && answerability !== 'schema' && { sexpr }),
      answers: unanswerable ? [] : (left[at] ?? []),
    };
  });
  const missing =
    answerability === 'schema' ? taken.map(({ id }) => id) : answerability === 'data' ? ['facts'] : [];
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
        ? [...new Set(taken.map(({ letter }) => letter))].sort()
        : answerability === 'data'
          ? [reduction.facts.size || reduction.factShare ? 'F' : 'E']
          : [],
  };
}

interface TakenName {
  readonly id: string;
  readonly letter: Letter;
}

/** Names of gold that are not in the KB any more. */
function takenFrom(
  readings: readonly AnsweredReading[],
  { relations, types, entities }: Reduction,
): readonly TakenName[] {
  const found = new Map<string, Letter>();
  for (const { names } of readings) {
    for (const id of names.classes) if (types.has(id)) found.set(id, 'T');
    for (const id of names.relations) if (relations.has(id)) found.set(id, 'R');
    for (const id of names.entities) if (entities.has(id)) found.set(id, 'E');
  }
  return [...found]
    .map(([id, letter]) => ({ id, letter }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** A no for want of words is no answer. */
function isDenied(
  answers: readonly string[],
  reading: AnsweredReading | undefined,
  taken: readonly TakenName[],
): boolean {
  return taken.length > 0 && answers.join() === 'false' && reading?.answers.join() === 'true';
}
