/** From the outcome to the result: an answer, unanswerable, or failed. */
import type { Attempt } from '../repair/attempt';
import { isCertain } from '../repair/checks';
import { onOneLine } from '../language/text/controls';
import { summarizeFinding } from '../check/finding-text';
import type { Finding } from '../check/verifier';
import type { CheckedOutcome } from './ask';
import type { AskEvent, AskResult } from './ask-events';
import { nameAnswers, MAX_NAMED_ANSWERS } from './name-answers';
import { answerConfidence, noAnswerConfidence } from './confidence';
import { listed, explainNoAnswer } from './explain-no-answer';
import { schemaMismatch, relationsOutsideSchema } from './schema-mismatch';
import type { AskContext } from './ask-context';
import type { StrategyOutcome } from './strategy';
import { uncoveredPhrases } from './uncovered-phrases';

/** The types of the first answers represent all. */
const MAX_LOOKED_AT = 20;

export async function* conclude(
  context: AskContext,
  { outcome, attempt }: CheckedOutcome,
): AsyncGenerator<AskEvent, AskResult> {
  const answer = attempt && (await answered(context, outcome, attempt));
  const { struck } = context;
  if (struck !== undefined) yield* context.trouble(struck);
  if (answer && !isWithheld(context, answer)) return answer;
  const rejected = rejectedIn(outcome);
  const query = outcome.considered.find(({ chosen }) => chosen)?.query ?? rejected?.query;
  const none = { answers: [], ...(query !== undefined && { query }) };
  if (answer) {
    await prepared(context);
    return withheld(context, answer, outcome);
  }
  const why = whyFailed(context, outcome);
  if (why !== undefined)
    return { ...none, kind: 'failed', confidence: { value: 0, why: [] }, explanation: why };
  await prepared(context);
  const strange = await relationsOutsideSchema(context);
  return {
    ...none,
    kind: 'unanswerable',
    confidence: noAnswerConfidence(outcome, context.linking, rejected),
    ...explainNoAnswer(context.task, context.linking, context.ports, outcome),
    ...(rejected && {
      explanation: `A query has an answer, but did not pass the checks. ${summarizeFinding(rejected.finding)}`,
    }),
    ...(strange.length && schemaMismatch(strange, context)),
  };
}

/** A query with an answer that did not pass the checks. */
interface RejectedQuery {
  readonly query: string;
  readonly finding: Finding;
}

function rejectedIn({ considered, verdict }: StrategyOutcome): RejectedQuery | undefined {
  if (verdict !== 'nothing') return undefined;
  for (const { answers, findings, query } of considered) {
    const finding = answers?.length ? findings.find(isCertain) : undefined;
    if (finding) return { query, finding };
  }
  return undefined;
}

/** The threshold applies to the rounded confidence, and only without a model. */
function isWithheld({ withoutModel, options }: AskContext, { confidence }: AskResult): boolean {
  return withoutModel && confidence.value < options.threshold;
}

function withheld(
  context: AskContext,
  { query, confidence }: AskResult,
  outcome: StrategyOutcome,
): AskResult {
  const { value, why } = confidence;
  return {
    ...explainNoAnswer(context.task, context.linking, context.ports, outcome),
    kind: 'unanswerable',
    answers: [],
    ...(query !== undefined && { query }),
    confidence: { value: Math.round((1 - value) * 100) / 100, why },
    explanation: `The closest query has an answer, but its confidence ${value} is below funfusic.ask.threshold (${context.options.threshold}).`,
  };
}

/** The search for near relations needs the index of the whole schema. */
async function prepared(context: AskContext): Promise<void> {
  try {
    await context.ports.retriever.prepare(context.lastSignal, 'relations');
  } catch (error) {
    context.broke('nearest', error);
  }
}

/** If the KB did not answer, or was not queried enough, nothing can be concluded. */
function whyFailed(
  { kb, struck, linking, usage }: AskContext,
  { verdict, explanation }: StrategyOutcome,
): string | undefined {
  if (kb.fault !== undefined) return kb.fault;
  if (struck !== undefined) return `Nothing was found. ${struck}`;
  const [unlinked] = linking.entities.length ? [] : linking.troubles;
  if (unlinked !== undefined) return unlinked;
  // A model may write invalid queries, so its refused queries count only if they are the majority.
  if (kb.refused && (!usage().calls || kb.refused.count > kb.answered))
    return `The KB ${kb.name} refused ${kb.refused.count} of ${kb.asked} queries, so nothing can be concluded. The first message was: ${kb.refused.message}`;
  if (kb.late)
    return `The KB ${kb.name} did not answer ${kb.late} of ${kb.asked} queries in time, so nothing can be concluded. Ask again when it is less busy, or raise funfusic.run.timeoutSeconds.`;
  return verdict === 'failed' ? explanation : undefined;
}

async function answered(context: AskContext, outcome: StrategyOutcome, attempt: Attempt): Promise<AskResult> {
  const { execution, query, reading, agreement } = attempt;
  const incomplete = execution?.status === 'answered' ? execution.incomplete : undefined;
  const sexpr = outcome.considered.find(({ chosen }) => chosen)?.sexpr;
  const answers = await named(context, attempt);
  const notes = [unsaidIn(context, attempt, answers, outcome.because), context.struck, incomplete?.message];
  return {
    kind: 'answer',
    answers,
    ...(incomplete && { more: true }),
    query,
    ...(sexpr !== undefined && { sexpr }),
    ...(reading && { reading }),
    ...(agreement && { agreement }),
    confidence: answerConfidence(
      outcome,
      attempt,
      notes.flatMap((note) => note ?? []),
    ),
    explanation: outcome.explanation,
  };
}

/** A note on the words of the question that the query does not cover. */
function unsaidIn(
  context: AskContext,
  { query, reading }: Attempt,
  answers: AskResult['answers'],
  told: readonly string[],
): string | undefined {
  const { question } = context.task;
  const types = [...new Set(answers.slice(0, MAX_LOOKED_AT).flatMap((answer) => answer.types ?? []))];
  const said = { query: context.parse(query), reading: reading?.question ?? '', types };
  const unsaid = uncoveredPhrases(question, context.linking, said, context.ports);
  const words = unsaid
    .map(({ range: { start, end } }) => `“${onOneLine(question.slice(start, end))}”`)
    .filter((word) => !told.some((reason) => reason.includes(word.toLowerCase())));
  if (!words.length) return undefined;
  return `The query does not say ${listed(words)}.`;
}

/** If there is no time left for names, ids are shown. */
async function named(
  context: AskContext,
  { execution, query, answers = [] }: Attempt,
): Promise<AskResult['answers']> {
  const { schema, kb } = context.ports;
  const bare = answers.map((value) => ({ value, name: value }));
  if (execution?.status !== 'answered') return bare;
  try {
    return await nameAnswers(
      context.parse(query),
      execution.answer,
      schema,
      kb.directory,
      context.lastSignal,
    );
  } catch (error) {
    context.broke('names', error);
    return bare;
  }
}

/** Below this confidence an answer is uncertain. */
const DOUBTFUL = 0.5;

const MODEL_SETTING = 'funfusic.model';

export function adviceOn(
  { hadModel, linking, options, troubles }: AskContext,
  result: AskResult,
): readonly string[] {
  const advice: string[] = [];
  // A failed KB or model has its own message.
  // Do not repeat how to choose a model.
  const told = troubles.some((trouble) => trouble.includes(MODEL_SETTING));
  if (!hadModel && result.kind !== 'failed' && !told)
    advice.push(
      `No model was used, and nothing was sent to one. A model answers questions that join several facts better. Choose one with ${MODEL_SETTING}.`,
    );
  if (!linking.entities.length && !linking.troubles.length && result.kind !== 'answer')
    advice.push(
      linking.note === undefined
        ? 'Nothing in the question was recognized. Check the spelling, or choose the entity.'
        : 'Nothing in the question was recognized. Write names as the KB does, or choose the entity.',
    );
  if (linking.note !== undefined) advice.push(linking.note);
  if (result.kind === 'answer' && result.confidence.value < DOUBTFUL)
    advice.push('The answer is uncertain. Check the linked entities and the other candidates.');
  if (!options.fallBack && result.kind !== 'answer')
    advice.push('Only one strategy was tried. Set funfusic.ask.fallBack to try another.');
  if (result.answers.length > MAX_NAMED_ANSWERS)
    advice.push(
      `There are ${result.answers.length} answers${result.more === true ? ', and more' : ''}. Names were looked up for the first ${MAX_NAMED_ANSWERS} only; the others are shown by id.`,
    );
  return advice;
}
