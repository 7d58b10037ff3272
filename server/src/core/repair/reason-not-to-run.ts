/**
 * Decides which proposals may run without review: only queries to this KB. A proposal is untrusted text: it must
 * neither change the KB nor send facts to an address that the author did not name.
 */
import { isUpdate } from '../query/refusal-before-sending';
import { contactedAddresses, type ContactedAddress } from '../query/contacted-addresses';
import { sideEffectOf } from '../query/side-effects';
import { unclearText } from '../query/unclear-text';
import type { QueryModel } from '../language/sparql/model';
import { range, type TextRange } from '../language/text/range';
import type { Finding } from '../check/verifier';

/** The first reason not to run it. Addresses in the author's own query are allowed. */
export function reasonNotToRun(proposal: QueryModel, given: QueryModel | undefined): Finding | undefined {
  const { text, tokens, query } = proposal;
  const whole = range(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0);
  if (isUpdate(text) || query.form === 'update')
    return notRun(whole, 'This update would change the KB', REASON);
  if (text.length > MAX_LENGTH)
    return notRun(
      whole,
      'The query is too long',
      `A query of more than ${MAX_LENGTH} characters is not run.`,
    );
  const effect = sideEffectOf(text);
  if (effect) return notRun(effect.place, effect.does, REASON);
  const known = new Set(given ? contactedAddresses(given).map(({ what }) => what) : []);
  // A variable may be bound to any address.
  const isUnknown = ({ keyword, address }: ContactedAddress): boolean =>
    address === undefined && keyword !== 'DEFINE';
  const foreign = contactedAddresses(proposal).find(
    (reached) => isUnknown(reached) || !known.has(reached.what),
  );
  if (foreign)
    return notRun(
      foreign.place,
      `${foreign.what} refers to data outside the KB`,
      'A query is sent only to the KB, unless the original query names another address.',
      'Query the KB itself, without SERVICE, FROM and DEFINE.',
    );
  // Unknown text may mean anything to an engine.
  return unclearText(proposal)
    ? notRun(whole, 'This cannot be parsed as one query', 'Such text is not run.')
    : undefined;
}

/** Updates are not repaired. */
export function isUpdateQuery({ text, query }: QueryModel): boolean {
  return isUpdate(text) || query.form === 'update' || sideEffectOf(text) !== undefined;
}

const MAX_LENGTH = 50_000;

const REASON = 'Only read-only queries are run automatically.';

function notRun(
  place: TextRange,
  message: string,
  because: string,
  advice = 'Write one query with SELECT or ASK.',
): Finding {
  const kind = { code: 'not_run', stage: 'text', strength: 'strong', severity: 'error' } as const;
  return { range: place, ...kind, message, because, advice };
}
