/** Scores one question. */
import type { KbSchema } from '../../core/schema/schema';
import type { Answerability, EvalQuestion, Gold } from '../eval-question';
import type { Prediction } from '../prediction';
import type { PredictedOutcome, ScoredQuestion, ScoreName, Verdict } from '../report';
import { answerKey, answerKeys, withoutNamespace } from './answer-key';
import { bestMatch, isSame, lenientF1, type AnswerScores } from './answer-scores';
import { graphMatch, substringMatch, type ParsedGold } from './exact-match';
import { logicalFormOf } from './logical-form-of';
import { goldNames } from './gold-names';
import { questionType } from './question-type';

export function scoreQuestion(
  question: EvalQuestion,
  prediction: Prediction | undefined,
  schema: KbSchema,
): ScoredQuestion {
  return scoreWith(question, prediction, schema, parsedGold(question.gold, schema));
}

/** With gold that is already parsed. */
export function scoreWith(
  { id, question, gold }: EvalQuestion,
  prediction: Prediction | undefined,
  schema: KbSchema,
  readings: readonly ParsedGold[],
): ScoredQuestion {
  const expected = expectedOf(gold);
  const known = knownAnswers(gold);
  const given = prediction && givenAnswers(prediction);
  const { namespace } = schema;
  const keys = (answers: readonly string[]): ReadonlySet<string> => answerKeys(answers, namespace);
  const best = given && bestMatch(keys(given), known.map(keys));
  const scores = prediction ? scoresOf(gold, prediction, readings, schema) : {};
  const { usage, queries } = prediction ?? {};
  const form = readings.find((reading) => reading.form)?.form;
  const { function: kind, hops } = { ...(form && questionType(form)), ...gold };
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
    gold: (known[best?.parse ?? 0] ?? []).map((answer) => withoutNamespace(answer, namespace)),
    answers: given ?? [],
    names: given?.length ? (prediction?.names ?? []) : [],
    confidence: prediction?.confidence ?? 0,
    ...(prediction && { said: predictedOutcome(prediction) }),
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

export function parsedGold(gold: Gold, schema: KbSchema): readonly ParsedGold[] {
  return gold.parses.map((parse) => {
    const form = logicalFormOf(parse, schema);
    return { form, names: goldNames(parse, form, schema) };
  });
}

/** The gold answers of each parse that has them; an empty list for an unanswerable question without any. */
export function knownAnswers({ parses, answerability }: Gold): readonly (readonly string[])[] {
  const known = parses.flatMap(({ answers }) => (answers ? [answers] : []));
  return known.length || answerability === undefined || answerability === 'answerable' ? known : [[]];
}

/** From the dataset, or else derived from its answers. */
export function expectedOf(gold: Gold): Answerability | undefined {
  if (gold.answerability !== undefined) return gold.answerability;
  const known = knownAnswers(gold);
  if (!known.length) return undefined;
  return known.some(({ length }) => length) ? 'answerable' : 'unanswerable';
}

export function predictedOutcome({ kind, level, answers }: Prediction): PredictedOutcome {
  if (kind === 'answer') return answers.length ? 'answer' : 'data';
  return kind === 'failed' ? 'failed' : (level ?? 'unanswerable');
}

/** Answers below the threshold are not given. */
function givenAnswers({ kind, answers }: Prediction): readonly string[] {
  return kind === 'answer' ? answers : [];
}

const NOTHING: AnswerScores = { precision: 0, recall: 0, f1: 0 };

function scoresOf(
  gold: Gold,
  prediction: Prediction,
  readings: readonly ParsedGold[],
  schema: KbSchema,
): Readonly<Partial<Record<ScoreName, number>>> {
  const scores: Partial<Record<ScoreName, number>> = {};
  const given = givenAnswers(prediction);
  const { namespace } = schema;
  const keys = (answers: readonly string[]): ReadonlySet<string> => answerKeys(answers, namespace);
  const said = keys(given);
  const sets = knownAnswers(gold).map(keys);
  const found = bestMatch(said, sets);
  // A failure is not the same as giving no answer.
  const failed = prediction.kind === 'failed';
  if (found) {
    const real = failed ? NOTHING : found;
    const first = given[0] === undefined ? undefined : answerKey(given[0], namespace);
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
    answerability: isRightAboutAnswerability(expectedOf(gold), predictedOutcome(prediction)),
  } as const;
  for (const name of ['emGraph', 'emSubstring', 'answerability'] as const)
    if (matches[name] !== undefined) scores[name] = Number(matches[name]);
  return scores;
}

function isRightAboutAnswerability(
  expected: Answerability | undefined,
  said: PredictedOutcome,
): boolean | undefined {
  if (expected === undefined) return undefined;
  return said !== 'failed' && (expected === 'answerable') === (said === 'answer');
}

function verdictOf(
  expected: Answerability | undefined,
  prediction: Prediction | undefined,
  f1R: number | undefined,
): Verdict {
  if (!prediction) return 'missing';
  const said = predictedOutcome(prediction);
  if (said === 'failed') return 'failed';
  if (expected === undefined) return 'unjudged';
  if (expected !== 'answerable') return said === 'answer' ? 'invented' : 'abstained';
  // One of several parses may have no answer.
  if (said !== 'answer') return f1R === 1 ? 'abstained' : 'refused';
  if (f1R === undefined) return 'unjudged';
  return f1R === 1 ? 'right' : f1R > 0 ? 'partly' : 'wrong';
}
