/** Scores one question. */
import type { KbSchema } from '../../core/schema/schema';
import type { Answerability, EvalQuestion, Gold } from '../eval-question';
import type { Prediction } from '../prediction';
import type { PredictedOutcome, ScoredQuestion, ScoreName, AnswerVerdict } from '../report';
import { answerKeys, withoutNamespace } from './answer-key';
import { bestMatch, areSameAnswers, expectedHit, lenientF1, type AnswerScores } from './answer-scores';
import { graphMatch, substringMatch, type ParsedGold } from './exact-match';
import { toLogicalForm } from './to-logical-form';
import { findGoldNames } from './gold-names';
import { operandsOf, type FormComparison, type SExpr } from '../../core/logical-form/sexpr';

export function scoreQuestion(
  question: EvalQuestion,
  prediction: Prediction | undefined,
  schema: KbSchema,
): ScoredQuestion {
  return scoreWithParsedGold(question, prediction, schema, parseGold(question.gold, schema));
}

/** Scores a question whose gold is already parsed. */
export function scoreWithParsedGold(
  { id, question, gold }: EvalQuestion,
  prediction: Prediction | undefined,
  schema: KbSchema,
  parses: readonly ParsedGold[],
): ScoredQuestion {
  const expected = expectedAnswerability(gold);
  const known = knownAnswers(gold);
  const predicted = prediction && predictedAnswers(prediction);
  const { namespace } = schema;
  const keys = (answers: readonly string[]): ReadonlySet<string> => answerKeys(answers, namespace);
  const best = predicted && bestMatch(keys(predicted), known.map(keys));
  const scores = prediction ? scoresOf(gold, prediction, parses, schema) : {};
  const { usage, queries } = prediction ?? {};
  const form = parses.find((parse) => parse.form)?.form;
  const { function: kind, hops } = { ...(form && classifyForm(form)), ...gold };
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
    answers: predicted ?? [],
    names: predicted?.length ? (prediction?.names ?? []) : [],
    confidence: prediction?.confidence ?? 0,
    ...(prediction && { said: predictedOutcome(prediction) }),
    ...(expected === 'unanswerable' && gold.answerability === undefined && { presumed: true }),
    ...(prediction?.unrecorded && { unrecorded: true }),
    ...(prediction?.isExemplar && { isExemplar: true }),
    ...(usage && {
      cost: {
        tokens: usage.tokens.input + usage.tokens.output,
        queries: queries ?? 0,
        ...(usage.money !== undefined && { money: usage.money }),
      },
    }),
  };
}

export function parseGold(gold: Gold, schema: KbSchema): readonly ParsedGold[] {
  return gold.parses.map((parse) => {
    const form = toLogicalForm(parse, schema);
    return { form, names: findGoldNames(parse, form, schema) };
  });
}

/** Returns the gold answers of each parse that has them; one empty list for an unanswerable question without any. */
export function knownAnswers({ parses, answerability }: Gold): readonly (readonly string[])[] {
  const known = parses.flatMap(({ answers }) => (answers ? [answers] : []));
  return known.length || answerability === undefined || answerability === 'answerable' ? known : [[]];
}

/** The annotation of the dataset, or else derived from its answers. */
function expectedAnswerability(gold: Gold): Answerability | undefined {
  if (gold.answerability !== undefined) return gold.answerability;
  const known = knownAnswers(gold);
  if (!known.length) return undefined;
  return known.some(({ length }) => length) ? 'answerable' : 'unanswerable';
}

function predictedOutcome({ kind, level, answers }: Prediction): PredictedOutcome {
  if (kind === 'answer') return answers.length ? 'answer' : 'data';
  return kind === 'failed' ? 'failed' : (level ?? 'unanswerable');
}

/** Answers below the threshold do not count. */
function predictedAnswers({ kind, answers }: Prediction): readonly string[] {
  return kind === 'answer' ? answers : [];
}

const ZERO_SCORES: AnswerScores = { precision: 0, recall: 0, f1: 0 };

function scoresOf(
  gold: Gold,
  prediction: Prediction,
  parses: readonly ParsedGold[],
  schema: KbSchema,
): Readonly<Partial<Record<ScoreName, number>>> {
  const scores: Partial<Record<ScoreName, number>> = {};
  const answers = predictedAnswers(prediction);
  const { namespace } = schema;
  const keys = (answers: readonly string[]): ReadonlySet<string> => answerKeys(answers, namespace);
  const predicted = keys(answers);
  const sets = knownAnswers(gold).map(keys);
  const best = bestMatch(predicted, sets);
  // A failure is not the same as an empty answer.
  const failed = prediction.kind === 'failed';
  if (best) {
    const real = failed ? ZERO_SCORES : best;
    scores.f1R = real.f1;
    scores.f1L = failed ? 0 : lenientF1(real, predicted, gold.ideal && keys(gold.ideal));
    scores.precision = real.precision;
    scores.recall = real.recall;
    scores.hits1 = failed ? 0 : Math.max(...sets.map((set) => expectedHit(predicted, set)));
    scores.exactAnswers = Number(!failed && sets.some((set) => areSameAnswers(predicted, set)));
  }
  const matches = {
    emGraph: graphMatch(gold, parses, prediction, schema),
    emSubstring: substringMatch(gold, parses, prediction, schema),
    answerability: isRightAboutAnswerability(expectedAnswerability(gold), predictedOutcome(prediction)),
  } as const;
  for (const name of ['emGraph', 'emSubstring', 'answerability'] as const)
    if (matches[name] !== undefined) scores[name] = Number(matches[name]);
  return scores;
}

function isRightAboutAnswerability(
  expected: Answerability | undefined,
  predicted: PredictedOutcome,
): boolean | undefined {
  if (expected === undefined) return undefined;
  return predicted !== 'failed' && (expected === 'answerable') === (predicted === 'answer');
}

function verdictOf(
  expected: Answerability | undefined,
  prediction: Prediction | undefined,
  f1R: number | undefined,
): AnswerVerdict {
  if (!prediction) return 'missing';
  const predicted = predictedOutcome(prediction);
  if (predicted === 'failed') return 'failed';
  if (expected === undefined) return 'unjudged';
  if (expected !== 'answerable') return predicted === 'answer' ? 'invented' : 'abstained';
  // One of several parses may have no answer.
  if (predicted !== 'answer') return f1R === 1 ? 'abstained' : 'refused';
  if (f1R === undefined) return 'unjudged';
  return f1R === 1 ? 'right' : f1R > 0 ? 'partly' : 'wrong';
}

interface QuestionType {
  readonly function: string;
  /** Number of relations on the longest path from an entity to the answer. */
  readonly hops: number;
}

/** Derives the function and the number of hops of a question, as in GrailQA, from its logical form. */
function classifyForm(form: SExpr): QuestionType {
  return { function: findFunction(form) ?? 'none', hops: countHops(form) };
}

const COMPARISONS: Readonly<Record<FormComparison, string>> = { lt: '<', le: '<=', gt: '>', ge: '>=' };

/** Finds the outermost function. */
function findFunction(form: SExpr): string | undefined {
  switch (form.kind) {
    case 'count':
      return 'count';
    case 'extreme':
      return `arg${form.which}`;
    case 'compare':
      return COMPARISONS[form.operator];
    default:
      return operandsOf(form).flatMap((operand) => findFunction(operand) ?? [])[0];
  }
}

function countHops(form: SExpr): number {
  const steps = 'by' in form ? form.by.length : 0;
  const hops = Math.max(steps, ...operandsOf(form).map(countHops));
  return form.kind === 'join' ? hops + 1 : hops;
}
