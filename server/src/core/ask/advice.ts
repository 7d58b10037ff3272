/** What the user could do for a better answer. */
import type { AskResult } from './ask-events';
import { MAX_NAMED_ANSWERS } from './name-answers';
import type { AskContext } from './ask-context';

/** Below this an answer is worth a second look. */
const DOUBTFUL = 0.5;

const MODEL_SETTING = 'funfusic.model';

export function adviceOn(
  { hadModel, linking, options, troubles }: AskContext,
  result: AskResult,
): readonly string[] {
  const advice: string[] = [];
  // A KB or model that is away says itself what to do.
  // Nor is it said twice how to choose a model.
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
