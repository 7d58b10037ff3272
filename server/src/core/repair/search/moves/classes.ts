/** Another class that agrees with what else is said of a node, or none. */
import { typesTold } from '../../../infer/type-evidence';
import { writtenLike } from '../../../verify/schema/wording';
import type { Move } from '../move';
import { dropped } from '../rewrite';
import { classPlaces, type Place, type Scene } from '../scene';

export function classes(scene: Scene): readonly Move[] {
  return classPlaces(scene).flatMap((place) => [...others(scene, place), ...drop(scene, place)]);
}

function others({ model, schema, inference }: Scene, { triple }: Place): readonly Move[] {
  const { object, subject } = triple;
  if (object.kind !== 'iri') return [];
  const link = inference.scopes.relations.find((one) => one.link?.triple === triple)?.link;
  const key = link?.subject.key ?? (subject.kind === 'variable' ? `?${subject.name}` : '');
  const told = typesTold(inference.about({ key, term: subject }), link);
  const now = schema.idOf(object.iri) ?? object.iri;
  return told
    .filter((type) => type !== now && schema.type(type)?.kind !== 'literal')
    .map((type) => ({
      edits: [{ range: object.range, newText: writtenLike(object, type, model, schema) }],
      change: `${now} → ${type}`,
      cost: 1.5,
    }));
}

function drop({ model, schema }: Scene, { triple }: Place): readonly Move[] {
  const { object } = triple;
  const edits = dropped(model, triple);
  if (object.kind !== 'iri' || !edits.length) return [];
  const id = schema.idOf(object.iri) ?? object.iri;
  return [{ edits, change: `without the class ${id}`, cost: schema.hasType(id) ? 1.6 : 1.2 }];
}
