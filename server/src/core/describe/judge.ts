/** Judges whether a query asks what its question asks: by cues if they are certain, otherwise by a model. */
import type { Usage } from '../model/language-model';
import { describeModelFault, requestStructured } from '../model/structured-reply';
import { NO_USAGE } from '../model/usage';
import { REPLIES } from '../model/prompts/replies';
import type { QueryModel } from '../language/sparql/model';
import { backTranslate, type BackTranslation, type DescriptionPorts } from './back-translate';
import { compareCues } from './compare-cues';
import type { Agreement, QueryDescription } from './description';

interface AgreementResult {
  readonly agreement: Agreement;
  readonly usage: Usage;
  /** Why the model could not judge. */
  readonly trouble?: string;
}

/** Describes a query, and judges whether it asks its question, if there is one. A model that fails to describe it does not judge. */
export async function describeAndJudge(
  query: QueryModel,
  question: string | undefined,
  ports: DescriptionPorts,
  signal: AbortSignal,
): Promise<{ readonly described: BackTranslation; readonly judged: AgreementResult | undefined }> {
  const ignore = (): void => undefined;
  const described = await backTranslate(query, ports, ignore, signal);
  const { schema, nameOf } = ports;
  const judgePorts = described.trouble === undefined ? ports : { schema, nameOf };
  const judged =
    question === undefined
      ? undefined
      : await judgeAgreement(question, described.reading, query, judgePorts, ignore, signal);
  return { described, judged };
}

const PURPOSE = 'compare-questions';

export async function judgeAgreement(
  question: string,
  reading: QueryDescription,
  query: QueryModel,
  ports: Omit<DescriptionPorts, 'nameOf'> & {
    readonly nameOf?: DescriptionPorts['nameOf'] | undefined;
    /** What the model sees of the KB besides the two questions. */
    readonly context?: string | undefined;
  },
  onText: (part: string) => void,
  signal: AbortSignal,
): Promise<AgreementResult> {
  const { schema, nameOf, model, prompts, context = '' } = ports;
  const agreement = compareCues(question, query, schema, nameOf);
  if (agreement.verdict === 'different' || !model || !prompts) return { agreement, usage: NO_USAGE };
  const messages = prompts.render(PURPOSE, { question, reading: reading.question, context });
  const request = { purpose: PURPOSE, messages };
  const reply = await requestStructured(model, request, REPLIES[PURPOSE], onText, signal);
  const usage = { calls: reply.calls, tokens: reply.usage };
  if (reply.status !== 'ok') return { agreement, usage, trouble: describeModelFault(reply, model.name) };
  const { same, explanation, differences } = reply.value;
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
