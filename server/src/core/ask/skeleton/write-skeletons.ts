/** Requests skeletons from a model. */
import type { Linking } from '../../question/linking/linking';
import { describeModelFault, requestStructured } from '../../model/structured-reply';
import { REPLIES } from '../../model/prompts/replies';
import { promptLine } from '../../repair/feedback';
import type { AskOptions, AskPorts } from '../ask-ports';
import { readSkeleton } from './read-skeleton';

/** Returns the valid skeletons, the likeliest first, or why the model did not reply. */
export async function writeSkeletons(
  question: string,
  linking: Linking,
  exemplars: string,
  { model, prompts }: Pick<NonNullable<AskPorts['model']>, 'model' | 'prompts'>,
  limits: Pick<AskOptions['chatKbqa'], 'skeletons' | 'entities'>,
  signal: AbortSignal,
): Promise<{ readonly texts: readonly string[] } | { readonly fault: string }> {
  const entities = linking.entities
    .slice(0, limits.entities)
    .map(({ name, types }) => `${promptLine(name)} (${types.slice(0, 3).join(', ')})`);
  const messages = prompts.render('write-skeletons', {
    question,
    entities: entities.join('\n'),
    exemplars,
    most: String(limits.skeletons),
  });
  const request = { purpose: 'write-skeletons', messages };
  const reply = await requestStructured(model, request, REPLIES['write-skeletons'], () => undefined, signal);
  if (reply.status !== 'ok') return { fault: describeModelFault(reply, model.name) };
  const texts = reply.value.skeletons.map((text) => promptLine(text).trim()).filter((text) => text !== '');
  const distinct = [...new Set(texts)].slice(0, limits.skeletons);
  return { texts: distinct.filter((text) => !('problem' in readSkeleton(text))) };
}
