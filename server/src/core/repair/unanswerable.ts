/** Why the KB cannot answer a question: what seems to be missing, and the nearest names. */
import type { KbSchema } from '../schema/schema';
import type { WhyEmpty } from '../query/why-empty/why-empty';
import type { Attempt } from './attempt';
import type { ModelContext } from './context';
import { promptLine } from './feedback';
import { describeName, nearestNames } from './nearest-names';
import type { RepairResult } from './repair-events';

export type UnanswerableDetails = Required<
  Pick<RepairResult, 'level' | 'explanation' | 'missing' | 'nearest'>
>;

interface NamedKb {
  readonly name: string;
  readonly complete: boolean;
}

const MAX_LISTED = 5;

/** A query asks the question, but nothing matches. */
export function missingFacts(kb: NamedKb, why: WhyEmpty | undefined): UnanswerableDetails {
  const hasReason = why !== undefined && why.verdict !== 'unknown';
  return {
    level: 'data',
    explanation: `The KB ${kb.name} does not have the facts: the query asks the question, but its answer is empty.${incompleteKbHint(kb)}`,
    missing: hasReason ? [promptLine(why.summary)] : [],
    nearest: hasReason ? why.instead.slice(0, MAX_LISTED).map(promptLine) : [],
  };
}

/** None of the queries asks the question. `denials` are the reasons of the model. */
export function missingSchema(
  kb: NamedKb,
  attempts: readonly Attempt[],
  schema: KbSchema | undefined,
  denials: readonly string[],
  shown: Pick<ModelContext, 'relations'> | undefined,
): UnanswerableDetails {
  const ungrounded = attempts.flatMap(({ findings }) => findings.filter(({ code }) => code === 'grounding'));
  const different = attempts.flatMap(({ agreement }) =>
    agreement?.verdict === 'different' ? [agreement.explanation] : [],
  );
  const missing = [
    ...denials,
    // Suggestions are listed separately.
    ...ungrounded.map(({ message }) => message),
    // If all names exist, only the differences to the question are known.
    ...(denials.length || ungrounded.length ? [] : different),
  ];
  const similar = new Set(
    nearestNames(
      attempts.flatMap(({ findings }) => findings),
      schema,
      MAX_LISTED,
    ),
  );
  // The context of the model was retrieved for the question, nearest first.
  if (schema) for (const { id } of shown?.relations ?? []) similar.add(describeName(id, schema));
  return {
    level: 'schema',
    explanation: `${attempts.length ? 'None of the queries asks the question' : 'The model found no query that asks this'}. The KB ${kb.name} seems to have no relation, class or entity for it.${incompleteKbHint(kb)}`,
    missing: [...new Set(missing.map(promptLine))].slice(0, MAX_LISTED),
    nearest: [...similar].slice(0, MAX_LISTED),
  };
}

export function incompleteKbHint({ complete }: Pick<NamedKb, 'complete'>): string {
  return complete ? '' : ' The KB is incomplete, so another KB may know more.';
}
