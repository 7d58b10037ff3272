/** From what was found to what is told: an answer, that there is none, or that it could not be found out. */
import type { Attempt } from '../repair/attempt';
import { isCertain } from '../repair/checks';
import { onOneLine } from '../language/text/controls';
import { summarizeFinding } from '../check/finding-text';
import type { Finding } from '../check/verifier';
import type { CheckedOutcome } from './ask';
import type { AskEvent, AskResult } from './ask-events';
import { nameAnswers } from './name-answers';
import { answerConfidence, noAnswerConfidence } from './confidence';
import { listed, explainNoAnswer } from './explain-no-answer';
import { schemaMismatch, relationsOutsideSchema } from './schema-mismatch';
import type { AskContext } from './ask-context';
import type { StrategyOutcome } from './strategy';
import { uncoveredPhrases } from './uncovered-phrases';

/** What some answers are, the others are too. */
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

/** What seemed to answer, and why it does not. */
export interface RejectedQuery {
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

/** What counts is the confidence that is told. A model has judged for itself. */
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

/** What is nearest is looked for in the whole schema; nobody is to wait for that who does something else. */
async function prepared(context: AskContext): Promise<void> {
  try {
    await context.ports.retriever.prepare(context.lastSignal, 'relations');
  } catch (error) {
    context.broke('nearest', error);
  }
}

/** A KB that did not answer, or was not asked enough, says nothing about what it has. */
function whyFailed(
  { kb, struck, linking, usage }: AskContext,
  { verdict, explanation }: StrategyOutcome,
): string | undefined {
  if (kb.fault !== undefined) return kb.fault;
  if (struck !== undefined) return `Nothing was found. ${struck}`;
  const [unlinked] = linking.entities.length ? [] : linking.troubles;
  if (unlinked !== undefined) return unlinked;
  // A model may write what no KB accepts; what we ask by ourselves is as the standard has it.
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

/** What the question says and the query does not, for whoever reads the answer. */
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

/** Where there is no time left for names, ids must do. */
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
