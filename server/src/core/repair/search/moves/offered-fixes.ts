/** Applies the fixes of the verifiers. */
import type { KbSchema } from '../../../schema/schema';
import type { QueryModel } from '../../../language/sparql/model';
import type { Fix } from '../../../check/verifier';
import { classCost, rarityCost } from '../move-costs';
import type { RepairMove } from '../move';
import { relationCost } from '../../../schema/inference/relation-cost';
import type { SearchState } from '../search-state';

export function offeredFixes({ checked: { findings }, model, schema }: SearchState): readonly RepairMove[] {
  const faults = findings.filter(({ severity }) => severity === 'error' || severity === 'warning');
  return faults.flatMap(({ fixes = [], strength }) =>
    fixes.map((fix, index) => {
      const rank = (fix.safety === 'safe' ? 0.2 : strength === 'strong' ? 0.6 : 0.9) + 0.3 * index;
      return { edits: fix.edits, ...describeFix(fix, model, schema, rank) };
    }),
  );
}

/** A replaced name costs the same as in other moves. */
function describeFix(
  { title, edits }: Fix,
  { text }: QueryModel,
  schema: KbSchema,
  rank: number,
): Pick<RepairMove, 'change' | 'cost'> {
  const [only, ...more] = edits;
  if (!only || more.length) return { change: title, cost: rank };
  const [before, after] = [text.slice(only.range.start, only.range.end).trim(), only.newText.trim()];
  const [written, meant] = [idIn(before), idIn(after)];
  if (written === undefined || meant === undefined)
    return {
      change: before && after && before.length + after.length < 160 ? `${before} → ${after}` : title,
      cost: rank,
    };
  const change = `${written} → ${meant}`;
  if (schema.hasRelation(meant))
    return { change, cost: relationCost(schema, written, meant) + rarityCost(schema, written, meant) };
  return { change, cost: schema.hasType(meant) ? classCost(schema, written, meant) : rank };
}

/** `ns:film.film.genre` and `<http://rdf.freebase.com/ns/film.film.genre>` → film.film.genre */
function idIn(written: string): string | undefined {
  return /^(?:<[^<>\s]*\/([\w.]+)>|[\w-]*:([\w.]+))$/
    .exec(written)
    ?.slice(1)
    .find((id?: string) => id?.includes('.'));
}
