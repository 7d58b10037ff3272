/** Whether some node of a KB stands where two pieces of evidence say that one does. */
import type { TypeEvidence } from '../../schema/inference/type-evidence';
import type { KbSchema } from '../../schema/schema';
import type { KbKnowledge } from '../kb-knowledge';

/** Nothing where it is not known, or where a literal is in question, for which no KB need be asked. */
export function meeting(
  schema: KbSchema,
  one: TypeEvidence,
  other: TypeEvidence,
  kb: KbKnowledge,
): boolean | undefined {
  const literal = [...one.types, ...other.types].some((type) => schema.type(type)?.kind === 'literal');
  if (literal) return undefined;
  // In one order, so that the same question is asked once.
  const parts = [patternOf(one), patternOf(other)].sort();
  return kb.matches(parts.map((part, index) => part.replaceAll('?end', `?end${index}`)).join(' '));
}

function patternOf({ link, position }: TypeEvidence): string {
  const path = link.options.map(({ iri, inverse }) => `${inverse ? '^' : ''}<${iri.iri}>`).join('|');
  const { term } = link.object;
  if (position === 'class' && term?.kind === 'iri') return `?node ${path} <${term.iri}> .`;
  return position === 'object' ? `?end ${path} ?node .` : `?node ${path} ?end .`;
}
