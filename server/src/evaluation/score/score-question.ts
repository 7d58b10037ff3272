/** What the answer to one question is worth. */
import type { KbSchema } from '../../core/schema/schema';
import type { Answerability, EvalQuestion, Gold } from '../eval-question';
import type { Prediction } from '../prediction';
import type { Said, ScoredQuestion, ScoreName, Verdict } from '../report';
import { answerKey, answerKeys, withoutNamespace } from './answer-key';
import { bestOf, isSame, lenientF1, type AnswerScores } from './answer-scores';
import { graphMatch, substringMatch, type GoldReading } from './exact-match';
import { formOf } from './forms';
import { goldNames } from './gold-names';
import { kindOfForm } from './kind-of-form';

export function scoreQuestion(
  question: EvalQuestion,
  prediction: Prediction | undefined,
  schema: KbSchema,
): ScoredQuestion {
  return scoreWith(question, prediction, schema, readingsOf(question.gold, schema));
}

/** For whoever needs the readings of gold besides. */
export function scoreWith(
  { id, question, gold }: EvalQuestion,
  prediction: Prediction | undefined,
  schema: KbSchema,
  readings: readonly GoldReading[],
): ScoredQuestion {
  const expected = expectedOf(gold);
  const known = knownAnswers(gold);
  const told = prediction && toldIn(prediction);
  const { namespace } = schema;
  const keys = (answers: readonly string[]): ReadonlySet<string> => answerKeys(answers, namespace);
  const best = told && bestOf(keys(told), known.map(keys));
  const scores = prediction ? scoresOf(gold, prediction, readings, schema) : {};
  const { usage, queries } = prediction ?? {};
  const form = readings.find((reading) => reading.form)?.form;
  const { function: kind, hops } = { ...(form && kindOfForm(form)), ...gold };
  return {
    id,
    question,
    verdict: verdictOf(expected, prediction, scores.f1R),
    scores,
    groups: {
      ...(expected && { answerability: expected }),
      ...(gold.level !== undefined && { level: gold.level }),
      ...(kind !== undefined && { function: kind }),
      ...(hops !== undefined && { hops: String(hops) }),
      ...(prediction && { strategy: prediction.strategy }),
    },
    gold: (known[best?.reading ?? 0] ?? []).map((answer) => withoutNamespace(answer, namespace)),
    answers: told ?? [],
    names: told?.length ? (prediction?.names ?? []) : [],
    confidence: prediction?.confidence ?? 0,
    ...(prediction && { said: saidIn(prediction) }),
    ...(expected === 'unanswerable' && gold.answerability === undefined && { presumed: true }),
    ...(prediction?.unrecorded && { unrecorded: true }),
    ...(usage && {
      cost: {
        tokens: usage.tokens.input + usage.tokens.output,
        queries: queries ?? 0,
        ...(usage.money !== undefined && { money: usage.money }),
      },
    }),
  };
}

export function readingsOf(gold: Gold, schema: KbSchema): readonly GoldReading[] {
  return gold.parses.map((parse) => {
    const form = formOf(parse, schema);
    return { form, names: goldNames(parse, form, schema) };
  });
}

/** The answers of each reading that has some told; of what is called unanswerable, none is enough. */
export function knownAnswers({ parses, answerability }: Gold): readonly (readonly string[])[] {
  const known = parses.flatMap(({ answers }) => (answers ? [answers] : []));
  return known.length || answerability === undefined || answerability === 'answerable' ? known : [[]];
}

/** As the dataset says; where it does not, as its answers tell. */
export function expectedOf(gold: Gold): Answerability | undefined {
  if (gold.answerability !== undefined) return gold.answerability;
  const known = knownAnswers(gold);
  if (!known.length) return undefined;
  return known.some(({ length }) => length) ? 'answerable' : 'unanswerable';
}

export function saidIn({ kind, level, answers }: Prediction): Said {
  if (kind === 'answer') return answers.length ? 'answer' : 'data';
  return kind === 'failed' ? 'failed' : (level ?? 'unanswerable');
}

/** What is withheld is not told. */
function toldIn({ kind, answers }: Prediction): readonly string[] {
  return kind === 'answer' ? answers : [];
}

const NOTHING: AnswerScores = { precision: 0, recall: 0, f1: 0 };

function scoresOf(
  gold: Gold,
  prediction: Prediction,
  readings: readonly GoldReading[],
  schema: KbSchema,
): Readonly<Partial<Record<ScoreName, number>>> {
  const scores: Partial<Record<ScoreName, number>> = {};
  const told = toldIn(prediction);
  const { namespace } = schema;
  const keys = (answers: readonly string[]): ReadonlySet<string> => answerKeys(answers, namespace);
  const said = keys(told);
  const sets = knownAnswers(gold).map(keys);
  const found = bestOf(said, sets);
  // Who fell ill has not said that there is no answer.
  const failed = prediction.kind === 'failed';
  if (found) {
    const real = failed ? NOTHING : found;
    const first = told[0] === undefined ? undefined : answerKey(told[0], namespace);
    const isHit = (set: ReadonlySet<string>): boolean => (first === undefined ? !set.size : set.has(first));
    scores.f1R = real.f1;
    scores.f1L = failed ? 0 : lenientF1(real, said, gold.ideal && keys(gold.ideal));
    scores.precision = real.precision;
    scores.recall = real.recall;
    scores.hits1 = Number(!failed && sets.some(isHit));
    scores.exactAnswers = Number(!failed && sets.some((set) => isSame(said, set)));
  }
  const matches = {
    emGraph: graphMatch(gold, readings, prediction, schema),
    emSubstring: substringMatch(gold, readings, prediction, schema),
    answerability: isRightlyAnswerable(expectedOf(gold), saidIn(prediction)),
  } as const;
  for (const name of ['emGraph', 'emSubstring', 'answerability'] as const)
    if (matches[name] !== undefined) scores[name] = Number(matches[name]);
  return scores;
}

function isRightlyAnswerable(expected: Answerability | undefined, said: Said): boolean | undefined {
  if (expected === undefined) return undefined;
  return said !== 'failed' && (expected === 'answerable') === (said === 'answer');
}

function verdictOf(
  expected: Answerability | undefined,
  prediction: Prediction | undefined,
  f1R: number | undefined,
): Verdict {
  if (!prediction) return 'missing';
  const said = saidIn(prediction);
  if (said === 'failed') return 'failed';
  if (expected === undefined) return 'unjudged';
  if (expected !== 'answerable') return said === 'answer' ? 'invented' : 'abstained';
  // One of several readings may have no answer.
  if (said !== 'answer') return f1R === 1 ? 'abstained' : 'refused';
  if (f1R === undefined) return 'unjudged';
  return f1R === 1 ? 'right' : f1R > 0 ? 'partly' : 'wrong';
}
