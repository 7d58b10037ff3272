/** Whether a query asks what its question asks: by cues where they are certain, otherwise by a model. */
import type { KbSchema } from '../schema/schema';
import type { LanguageModel, Usage } from '../model/language-model';
import { requestStructured } from '../model/structured-reply';
import { NO_USAGE } from '../model/usage';
import type { PromptLibrary } from '../model/prompts/prompt-library';
import { REPLIES } from '../model/prompts/replies';
import type { QueryModel } from '../language/sparql/model';
import { compareCues } from './compare-cues';
import { modelFailure } from './model-failure';
import type { Agreement, Reading } from './description';

export interface Judgement {
  readonly agreement: Agreement;
  readonly usage: Usage;
  /** Why a model did not judge although there is one. */
  readonly trouble?: string;
}

const PURPOSE = 'compare-questions';

export async function judge(
  question: string,
  reading: Reading,
  query: QueryModel,
  ports: {
    readonly schema: KbSchema;
    readonly nameOf?: ((iri: string) => string | undefined) | undefined;
    readonly model?: LanguageModel | undefined;
    readonly prompts?: PromptLibrary | undefined;
  },
  tell: (part: string) => void,
  signal: AbortSignal,
): Promise<Judgement> {
  const { schema, nameOf, model, prompts } = ports;
  const agreement = compareCues(question, query, schema, nameOf);
  if (agreement.verdict === 'different' || !model || !prompts) return { agreement, usage: NO_USAGE };
  const messages = prompts.render(PURPOSE, { question, reading: reading.question });
  const asked = await requestStructured(
    model,
    { purpose: PURPOSE, messages },
    REPLIES[PURPOSE],
    tell,
    signal,
  );
  const usage = { calls: asked.calls, tokens: asked.usage };
  if (asked.status !== 'ok') return { agreement, usage, trouble: modelFailure(asked) };
  const { same, explanation, differences } = asked.value;
  const listed = same || !differences.length ? '' : ` (${differences.join('; ')})`;
  return {
    agreement: {
      verdict: same ? 'same' : 'different',
      explanation: explanation.trim() + listed,
      by: model.name,
    },
    usage,
  };
}
