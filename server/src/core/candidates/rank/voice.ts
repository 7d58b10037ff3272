/** Compares the direction of relations such as `influenced_by` with the voice of the verb: "who did Plato influence". */
import type { TextRange } from '../../language/text/range';
import { lastSegment } from '../../schema/name-index';
import type { KbSchema } from '../../schema/schema';
import type { Candidate } from '../enumerate/candidate';
import { reversePath, type Hop } from '../surroundings/surroundings';
import type { LinkedQuestion } from './linked-question';

/** Whether a named entity acts or is acted upon. */
type Role = 'agent' | 'patient';

/** Whether the relation of a named entity has the verb of the question in the other direction. */
export function contradictsVoice(
  { text }: Pick<LinkedQuestion, 'text'>,
  { start, hops, also }: Candidate,
  schema: KbSchema,
): boolean {
  return [
    { mention: start?.mention, hop: hops[0] },
    { mention: also?.entity.mention, hop: also && reversePath(also.hops)[0] },
  ].some(({ mention, hop }) => {
    const verb = hop && verbOf(hop, schema);
    const role = verb && mention && roleInQuestion(text, mention, verb.participle);
    return role !== undefined && role !== verb?.role;
  });
}

/** The verb of a relation (`influenced_by`, `organizations_founded`) or of its reverse, and the role of the entity at its start. */
function verbOf(
  { relation, reverse }: Hop,
  schema: KbSchema,
): { readonly participle: string; readonly role: Role } | undefined {
  const own = lastSegment(relation);
  const other = lastSegment(schema.relation(relation)?.reverse ?? '');
  const passive = PASSIVE.exec(own) ?? ACTIVE.exec(other);
  if (passive) return { participle: passive[1] ?? '', role: reverse ? 'agent' : 'patient' };
  const active = ACTIVE.exec(own) ?? PASSIVE.exec(other);
  return active ? { participle: active[1] ?? '', role: reverse ? 'patient' : 'agent' } : undefined;
}

const PASSIVE = /^([a-z]+ed)_by$/;
/** Not `countries_used`: the countries use it. */
const ACTIVE = /^[a-z_]+s_((?!used$)[a-z]+ed)$/;

/** Verbs with the same meaning as that of a relation. */
const SAME_MEANING: Readonly<Record<string, readonly string[]>> = { influenced: ['inspired'] };

function roleInQuestion(text: string, mention: TextRange, verb: string): Role | undefined {
  for (const participle of [verb, ...(SAME_MEANING[verb] ?? [])]) {
    const role = roleOf(text, mention, participle);
    if (role) return role;
  }
  return undefined;
}

function roleOf(text: string, { start, end }: TextRange, participle: string): Role | undefined {
  const before = text.slice(0, start).toLowerCase();
  const after = text.slice(end).toLowerCase();
  const endsWith = (words: string): boolean => new RegExp(`\\b${words} (?:the )?["“]?$`).test(before);
  const startsWith = (words: string): boolean => new RegExp(`^["”]? (?:been )?(?:${words})\\b`).test(after);
  // "the teacher of Plato" is somebody else.
  if (endsWith('of')) return undefined;
  if (endsWith(`${participle} by`)) return 'agent';
  if (startsWith(`${participle} by`)) return 'patient';
  const base = `(?:${participle.slice(0, -1)}|${participle.slice(0, -2)})`;
  const hasAuxiliary = /\b(?:did|does|do)\b/.test(before);
  if (hasAuxiliary && startsWith(base)) return 'agent';
  return endsWith(participle) || (hasAuxiliary && endsWith(base)) ? 'patient' : undefined;
}
