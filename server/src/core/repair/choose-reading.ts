import type { Usage } from '../model/language-model';
import { requestStructured } from '../model/structured-reply';
import { REPLIES } from '../model/prompts/replies';
import type { Attempt } from './attempt';
import type { RepairPorts } from './repair-ports';

/** Which of several attempts is read most nearly as the question; none where the model does not say. */
export async function chooseReading(
  question: string,
  attempts: readonly Attempt[],
  { model, prompts }: NonNullable<RepairPorts['model']>,
  onProgress: (part: string) => void,
  signal: AbortSignal,
): Promise<{ readonly chosen: Attempt | undefined; readonly usage: Usage }> {
  const readings = attempts.flatMap(({ reading }, index) => {
    const words = reading?.question.replace(/\s+/g, ' ');
    return words === undefined ? [] : [`${index + 1}. ${words}`];
  });
  const messages = prompts.render('choose-reading', { question, readings: readings.join('\n') });
  const request = { purpose: 'choose-reading', messages };
  const asked = await requestStructured(model, request, REPLIES['choose-reading'], onProgress, signal);
  return {
    chosen: asked.status === 'ok' ? attempts[asked.value.choice - 1] : undefined,
    usage: { calls: asked.calls, tokens: asked.usage },
  };
}
