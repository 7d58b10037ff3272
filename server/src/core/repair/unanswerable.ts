/** Of a question that the KB cannot answer: what seems to be missing, and the nearest things that exist. */
import type { KbSchema } from '../schema/schema';
import type { WhyEmpty } from '../query/why-empty/why-empty';
import type { Attempt } from './attempt';
import type { ModelContext } from './context';
import { oneLine } from './feedback';
import { described, nearestThings } from './nearest-things';
import type { RepairResult } from './repair-events';

export type Lack = Required<Pick<RepairResult, 'level' | 'explanation' | 'missing' | 'nearest'>>;

interface KbWords {
  readonly name: string;
  readonly complete: boolean;
}

const MOST = 5;

/** A query asks what was asked, but nothing matches it. */
export function lackOfData(kb: KbWords, why: WhyEmpty | undefined): Lack {
  const told = why !== undefined && why.verdict !== 'unknown';
  return {
    level: 'data',
    explanation: `The KB ${kb.name} can be asked this, but it does not have the facts: the query asks what was asked, and its answer is empty.${partial(kb)}`,
    missing: told ? [oneLine(why.summary)] : [],
    nearest: told ? why.instead.slice(0, MOST).map(oneLine) : [],
  };
}

/** No query that was tried asks what was asked. `said` is what the model named as missing. */
export function lackOfSchema(
  kb: KbWords,
  attempts: readonly Attempt[],
  schema: KbSchema | undefined,
  said: readonly string[],
  shown: Pick<ModelContext, 'relations'> | undefined,
): Lack {
  const ungrounded = attempts.flatMap(({ findings }) => findings.filter(({ code }) => code === 'grounding'));
  const different = attempts.flatMap(({ agreement }) =>
    agreement?.verdict === 'different' ? [agreement.explanation] : [],
  );
  const missing = [
    ...said,
    // What comes near is told apart.
    ...ungrounded.map(({ message }) => message),
    // What the nearest queries do not ask is all that is known where every name exists.
    ...(said.length || ungrounded.length ? [] : different),
  ];
  const near = new Set(
    nearestThings(
      attempts.flatMap(({ findings }) => findings),
      schema,
      MOST,
    ),
  );
  // What was shown to the model was chosen for the question, the nearest first.
  if (schema) for (const { id } of shown?.relations ?? []) near.add(described(id, schema));
  return {
    level: 'schema',
    explanation: `${attempts.length ? 'No query that was tried asks what was asked' : 'The model found no query that asks this'}: the KB ${kb.name} seems to have no relation, class or entity for it.${partial(kb)}`,
    missing: [...new Set(missing.map(oneLine))].slice(0, MOST),
    nearest: [...near].slice(0, MOST),
  };
}

function partial({ complete }: KbWords): string {
  return complete ? '' : ' It holds only a part of the facts, so another KB may know more.';
}
