/** Habits of other KBs: a prefix inside angle brackets, and another relation for names. */
import { CUSTOMARY_PREFIXES, RDFS_LABEL } from '../../../language/rdf/names';
import type { TextEdit } from '../../../language/text/edit';
import { writeIriLike } from '../../../check/schema/wording';
import type { RepairMove } from '../move';
import { relationPlaces, type SearchState } from '../search-state';

export function expandPrefixes({ model: { text, tokens }, schema }: SearchState): readonly RepairMove[] {
  const edits = tokens.flatMap(({ start, end }): readonly TextEdit[] => {
    const [, prefix = '', name = ''] = /^<([a-z]+):([\w.]+)>$/.exec(text.slice(start, end)) ?? [];
    if (!name || CUSTOMARY_PREFIXES.get(prefix) !== schema.namespace) return [];
    return [{ range: { start, end }, newText: `<${schema.namespace}${name}>` }];
  });
  return edits.length ? [{ edits, change: 'prefixes inside < > spelled out', cost: 0.2 }] : [];
}

export const NAME_RELATIONS: readonly string[] = [RDFS_LABEL, 'type.object.name'];

/** If nothing matches, the KB may use the other relation for names. */
export function swapNameRelation(state: SearchState): readonly RepairMove[] {
  const { model, schema, checked } = state;
  if (checked.empty !== true || !schema.hasRelation('type.object.name')) return [];
  return relationPlaces(state).flatMap(({ triple, id }) => {
    const other = NAME_RELATIONS.find((name) => name !== id);
    if (!NAME_RELATIONS.includes(id) || other === undefined) return [];
    const { iri } = triple.predicate;
    return [
      {
        edits: [{ range: iri.range, newText: writeIriLike(iri, other, model, schema) }],
        change: `${id.replace(/.*#/, 'rdfs:')} → ${other.replace(/.*#/, 'rdfs:')}`,
        cost: 0.3,
      },
    ];
  });
}
