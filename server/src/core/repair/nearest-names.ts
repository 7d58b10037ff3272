/** The relations and classes that the fixes of findings suggest. */
import { labelOf } from '../schema/labels';
import type { KbSchema } from '../schema/schema';
import type { Finding } from '../check/verifier';

/** `people.person.place_of_birth (person → location)`, distinct, likeliest first. */
export function nearestNames(
  findings: readonly Finding[],
  schema: KbSchema | undefined,
  limit: number,
): readonly string[] {
  if (!schema) return [];
  return idsInFixes(findings, schema)
    .slice(0, limit)
    .map((id) => describeName(id, schema));
}

/** Distinct, likeliest first. */
export function idsInFixes(findings: readonly Finding[], schema: KbSchema): readonly string[] {
  const ids = new Set<string>();
  for (const { fixes = [] } of findings)
    for (const { edits } of fixes)
      for (const { newText } of edits) for (const id of idsIn(newText, schema)) ids.add(id);
  return [...ids];
}

/** Prefixed names and full IRIs. */
function idsIn(text: string, schema: KbSchema): readonly string[] {
  return (text.match(/<[^<>\s]*>|(?<![\w-])[\w-]*:[^\s<>(){};,|/^]+/g) ?? []).flatMap((written) => {
    const id = written.startsWith('<')
      ? schema.idOf(written.slice(1, -1))
      : written.slice(written.indexOf(':') + 1);
    return id !== undefined && (schema.hasRelation(id) || schema.hasType(id)) ? [id] : [];
  });
}

export function describeName(id: string, schema: KbSchema): string {
  const relation = schema.relation(id);
  if (!relation) return `${id} (${labelOf(id)})`;
  const end = (type: string | undefined): string => (type === undefined ? 'anything' : labelOf(type));
  return `${id} (${end(relation.domain)} → ${end(relation.range)})`;
}
