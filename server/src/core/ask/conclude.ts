/** Decides the result of a question: an answer, unanswerable, or failed. */
import type { Attempt } from '../repair/attempt';
import { isCertain } from '../repair/checks';
import { onOneLine } from '../language/text/control-characters';
import { summarizeFinding } from '../check/finding-text';
import type { Finding } from '../check/verifier';
import { analyzeQuestion } from '../language/english/question';
import { comparisonOfTwoWord } from './unsupported-question';
import type { CheckedOutcome } from './ask';
import type { AskEvent, AskResult } from './ask-events';
import { findUsedEntities } from './evidence';
import { nameAnswers, MAX_NAMED_ANSWERS } from './name-answers';
import {
  answerConfidence,
  MAX_IF_DOUBTFUL,
  MAX_IF_UNPROVEN,
  noAnswerConfidence,
  roundConfidence,
} from './confidence';
import { joinWithOr } from '../language/english/lists';
import { explainNoAnswer } from './explain-no-answer';
import { schemaMismatch, relationsOutsideSchema } from './schema-mismatch';
import type { AskContext } from './ask-context';
import type { StrategyOutcome } from './strategy';
import { lacksAskedClass, areOtherPeopleOrWorks } from './ranked-forms/answer-type';
import { isOnlyTypeNoun } from './names-in-question';
import { isHardlyKnown, whatWasNotUnderstood } from './not-understood';
import { uncoveredPhrases, type UncoveredPhrase } from './uncovered-phrases';

/** Limits the answers whose types are compared with the question. */
const MAX_TYPED_ANSWERS = 20;

export async function* conclude(
  context: AskContext,
  { outcome, attempt }: CheckedOutcome,
): AsyncGenerator<AskEvent, AskResult> {
  const answer = attempt && (await toAnswer(context, outcome, attempt));
  const { limitMessage } = context;
  if (limitMessage !== undefined) yield* context.reportTrouble(limitMessage);
  if (answer) {
    // The threshold applies to the rounded confidence. With a model, the confidence of some strategies is no probability.
    const isProbability = context.withoutModel || outcome.weighed === true;
    const isUncertain = isProbability && answer.confidence.value < context.options.threshold;
    if (!isUncertain) return answer;
    await prepareRelations(context);
    return withholdAnswer(context, answer, outcome);
  }

  const rejected = findRejected(outcome);
  const query = outcome.considered.find(({ chosen }) => chosen)?.query ?? rejected?.query;
  const base = { answers: [], ...(query !== undefined && { query }) };
  const failure = explainFailure(context, outcome);
  if (failure !== undefined)
    return { ...base, kind: 'failed', confidence: { value: 0, why: [] }, explanation: failure };
  await prepareRelations(context);
  const noAnswer = {
    kind: 'unanswerable',
    confidence: noAnswerConfidence(outcome, context.linking, rejected),
  } as const;
  const unknownRelations = await relationsOutsideSchema(context);
  if (unknownRelations.length) return { ...base, ...noAnswer, ...schemaMismatch(unknownRelations, context) };
  return {
    ...base,
    ...noAnswer,
    ...explainRefusal(context, outcome),
    ...(rejected && {
      explanation: `A query has an answer, but did not pass the checks. ${summarizeFinding(rejected.finding)}`,
    }),
  };
}

type Explanation = Pick<AskResult, 'refusal' | 'level' | 'explanation' | 'missing' | 'nearest'>;

/** Why there is no answer. A part that was not understood is not reported as missing from the KB or the schema. */
function explainRefusal(
  { task, linking, ports, withoutModel }: AskContext,
  outcome: StrategyOutcome,
): Explanation {
  const notUnderstood =
    outcome.refusal === 'not-understood'
      ? { explanation: outcome.explanation, missing: [] }
      : withoutModel
        ? whatWasNotUnderstood(task.question, linking, ports)
        : undefined;
  if (notUnderstood) return { ...notUnderstood, refusal: 'not-understood', nearest: [] };
  const explanation = explainNoAnswer(task, linking, ports, outcome);
  return { ...explanation, refusal: explanation.level === 'schema' ? 'no-relation' : 'no-facts' };
}

/** A query with an answer that did not pass the checks. */
interface RejectedQuery {
  readonly query: string;
  readonly finding: Finding;
}

function findRejected({ considered, verdict }: StrategyOutcome): RejectedQuery | undefined {
  if (verdict !== 'nothing') return undefined;
  for (const { answers, findings, query } of considered) {
    const finding = answers?.length ? findings.find(isCertain) : undefined;
    if (finding) return { query, finding };
  }
  return undefined;
}

/** The result for an answer below the confidence threshold. */
function withholdAnswer(
  context: AskContext,
  { query, confidence }: AskResult,
  outcome: StrategyOutcome,
): AskResult {
  const { value, why } = confidence;
  const refusal = explainRefusal(context, outcome);
  return {
    ...refusal,
    kind: 'unanswerable',
    answers: [],
    ...(query !== undefined && { query }),
    confidence: { value: roundConfidence(1 - value), why },
    ...(refusal.refusal !== 'not-understood' && {
      explanation: `The closest query has an answer, but its confidence ${value} is below funfusic.ask.threshold (${context.options.threshold}).`,
    }),
  };
}

/** Builds the index of the schema for the search for similar relations. */
async function prepareRelations(context: AskContext): Promise<void> {
  try {
    await context.ports.retriever.prepare(context.lastSignal, 'relations');
  } catch (error) {
    context.handleError('nearest', error);
  }
}

/** Explains why nothing can be concluded, such as a KB that did not answer. */
function explainFailure(
  { kb, limitMessage, linking, usage }: AskContext,
  { verdict, explanation }: StrategyOutcome,
): string | undefined {
  if (kb.fault !== undefined) return kb.fault;
  if (limitMessage !== undefined) return `Nothing was found. ${limitMessage}`;
  const [unlinked] = linking.entities.length ? [] : linking.troubles;
  if (unlinked !== undefined) return unlinked;
  // A model can write invalid queries, so refused queries count only if they are the majority.
  if (kb.refused && (!usage().calls || kb.refused.count > kb.answeredCount))
    return `The KB ${kb.name} refused ${kb.refused.count} of ${kb.queryCount} queries, so nothing can be concluded. The first message was: ${kb.refused.message}`;
  if (kb.timedOutCount)
    return `The KB ${kb.name} did not answer ${kb.timedOutCount} of ${kb.queryCount} queries in time, so nothing can be concluded. Ask again when it is less busy, or raise funfusic.run.timeoutSeconds.`;
  return verdict === 'failed' ? explanation : undefined;
}

async function toAnswer(context: AskContext, outcome: StrategyOutcome, attempt: Attempt): Promise<AskResult> {
  const { execution, query, reading, agreement } = attempt;
  const incomplete = execution?.status === 'answered' ? execution.incomplete : undefined;
  const chosen = outcome.considered.find((candidate) => candidate.chosen);
  const sexpr = chosen?.sexpr;
  const isCount = sexpr?.startsWith('(COUNT') === true;
  const isComplete = context.ports.kb.kb.complete;
  const answers = await withNames(context, attempt);
  const uncovered = uncoveredTexts(context, attempt, answers);
  const quoted = uncovered.map(({ text }) => `“${text}”`);
  const unmentioned = quoted.filter(
    (word) => !outcome.because.some((reason) => reason.includes(word.toLowerCase())),
  );
  const ignored = new Set([...uncovered.map(({ text }) => text), ...(chosen?.ignored ?? [])]);
  const { question } = context.task;
  const used = findUsedEntities(context, query);
  const typed = answers.slice(0, MAX_TYPED_ANSWERS);
  const lacksClass =
    context.withoutModel &&
    (lacksAskedClass(question, typed, query, context.ports.schema) ||
      areOtherPeopleOrWorks(question, typed, query, used));
  const isDoubtful =
    context.withoutModel &&
    (isHardlyKnown(question, query, used, Number(context.ports.date().slice(0, 4))) ||
      used.some((entity) => isOnlyTypeNoun(entity, question)) ||
      lacksClass);
  // Of two named rivers, none is missing.
  const isOrdered = sexpr !== undefined && /\((?:ARGMIN|ARGMAX) (?!\(OR [mg]\.\w+ [mg]\.\w+\))/.test(sexpr);
  const isUnnamed =
    context.withoutModel && answers.every(({ name, value, iri }) => iri !== undefined && name === value);
  const notes = [
    unmentioned.length ? `The query does not mention ${joinWithOr(unmentioned)}.` : undefined,
    lacksClass ? 'No answer has the class that the question asks for.' : undefined,
    isUnnamed ? 'The KB has no name for the answer.' : undefined,
    isOrdered && !isComplete ? 'The KB is incomplete, so the first or largest may be missing.' : undefined,
    context.limitMessage,
    incomplete?.message,
  ];
  const factor = isDoubtful ? FACTOR_IF_HARDLY_KNOWN : 1;
  const covered = uncoveredConfidence(factor * outcome.confidence, uncovered);
  const mayBeMissed = isOrdered && !isComplete && context.withoutModel;
  // The first film of an incomplete KB is hardly ever the first one. A node without a name is hardly ever what is meant.
  const isUnlikely = isUnnamed || (mayBeMissed && asksForFirst(question));
  const maxConfidence = isUnlikely ? MAX_IF_DOUBTFUL : mayBeMissed ? MAX_IF_UNPROVEN : 1;
  const confidence = Math.min(maxConfidence, covered);
  return {
    kind: 'answer',
    answers,
    ...(ignored.size && { ignored: [...ignored] }),
    ...(isCount && !isComplete && { atLeast: true }),
    ...(incomplete && { more: true }),
    query,
    ...(sexpr !== undefined && { sexpr }),
    ...(reading && { reading }),
    ...(agreement && { agreement }),
    confidence: answerConfidence(
      { ...outcome, confidence },
      attempt,
      notes.flatMap((note) => note ?? []),
    ),
    explanation: outcome.explanation,
  };
}

/** Whether the question asks for the first or the last of all, by date. */
function asksForFirst(question: string): boolean {
  const { superlative } = analyzeQuestion(question);
  const isByDate = superlative?.isMeasuredByDate === true && !superlative.isReversedForAge;
  return isByDate && comparisonOfTwoWord(question) === undefined;
}

/** A query that leaves out a name of the question nearly always asks something else. */
const FACTOR_IF_NAME_UNCOVERED = 0.23;
/** So does one that leaves out a number or an unknown word, more often than not. */
const FACTOR_IF_WORD_UNCOVERED = 0.5;

/** “When and where” is answered by half. */
const MAX_IF_HALF_ANSWERED = 0.49;

/** For questions about the future or the user, for a topic that is only the noun of the expected type, and for answers of another class. */
const FACTOR_IF_HARDLY_KNOWN = 0.11;

function uncoveredConfidence(confidence: number, uncovered: ReturnType<typeof uncoveredTexts>): number {
  if (uncovered.some(({ kind }) => kind === 'question'))
    return uncoveredConfidence(
      Math.min(MAX_IF_HALF_ANSWERED, confidence),
      uncovered.filter(({ kind }) => kind !== 'question'),
    );
  const names = uncovered.filter(({ kind }) => kind === 'name');
  // With a capital, or with a first and a last name.
  if (names.some(({ text }) => /^\p{Lu}|\s/u.test(text)))
    return Math.min(MAX_IF_DOUBTFUL, FACTOR_IF_NAME_UNCOVERED * confidence);
  const isNumber = uncovered.some(({ kind }) => kind === 'number');
  return names.length || isNumber
    ? Math.min(MAX_IF_DOUBTFUL, FACTOR_IF_WORD_UNCOVERED * confidence)
    : confidence;
}

/** The words of the question that the query does not mention. */
function uncoveredTexts(
  context: AskContext,
  { query, reading }: Attempt,
  answers: AskResult['answers'],
): readonly (UncoveredPhrase & { readonly text: string })[] {
  const { question } = context.task;
  const types = [...new Set(answers.slice(0, MAX_TYPED_ANSWERS).flatMap((answer) => answer.types ?? []))];
  const described = { query: context.parse(query), reading: reading?.question ?? '', types };
  return (
    uncoveredPhrases(question, context.linking, described, context.ports)
      // A query of a model may ask for both.
      .filter(({ kind }) => context.withoutModel || kind !== 'question')
      .map((phrase) => ({
        ...phrase,
        text: onOneLine(question.slice(phrase.range.start, phrase.range.end)),
      }))
  );
}

/** Looks up the names of the answers. If there is no time left, their IDs are shown. */
async function withNames(
  context: AskContext,
  { execution, query, answers = [] }: Attempt,
): Promise<AskResult['answers']> {
  const { schema, kb } = context.ports;
  const unnamed = answers.map((value) => ({ value, name: value }));
  if (execution?.status !== 'answered') return unnamed;
  try {
    return await nameAnswers(
      context.parse(query),
      execution.answer,
      schema,
      kb.directory,
      context.lastSignal,
    );
  } catch (error) {
    context.handleError('names', error);
    return unnamed;
  }
}

/** An answer with a lower confidence is uncertain. */
const UNCERTAIN_BELOW = 0.5;

const MODEL_SETTING = 'funfusic.model';

export function adviseUser(
  { hadModel, linking, options, troubles, corrections }: AskContext,
  result: AskResult,
): readonly string[] {
  const advice = corrections.map(
    ({ from, to }) => `“${from}” was read as “${to}”. If it is a name, write it with a capital letter.`,
  );
  // The messages for a failure and for a question that is not understood already contain advice, and a trouble may already name the setting.
  const isSettingNamed = troubles.some((trouble) => trouble.includes(MODEL_SETTING));
  const isExplained = result.kind === 'failed' || result.refusal === 'not-understood';
  if (!hadModel && !isExplained && !isSettingNamed)
    advice.push(
      `No model was used, and nothing was sent to one. A model answers questions that join several facts better. Choose one with ${MODEL_SETTING}.`,
    );
  if (!linking.entities.length && !linking.troubles.length && !isExplained && result.kind !== 'answer')
    advice.push(
      linking.note === undefined
        ? 'Nothing in the question was recognized. Check the spelling, or choose the entity.'
        : 'Nothing in the question was recognized. Write names as they appear in the KB, or choose the entity.',
    );
  if (linking.note !== undefined) advice.push(linking.note);
  if (result.kind === 'answer' && result.confidence.value < UNCERTAIN_BELOW)
    advice.push('The answer is uncertain. Check the linked entities and the other candidates.');
  if (!options.fallBack && result.kind !== 'answer')
    advice.push('Only one strategy was tried. Set funfusic.ask.fallBack to try another.');
  if (result.answers.length > MAX_NAMED_ANSWERS)
    advice.push(
      `There are ${result.answers.length} answers${result.more === true ? ', and more' : ''}. Names were looked up for the first ${MAX_NAMED_ANSWERS} only; the others are shown by ID.`,
    );
  return advice;
}
