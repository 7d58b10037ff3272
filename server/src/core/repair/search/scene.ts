/** A query taken apart for those who propose moves: its parts, and what of them the KB has matches for. */
import type { KbSchema } from '../../kb/schema';
import { bodyOf, without } from '../../run/why-empty/why-empty';
import { inOrder } from '../../run/why-empty/part-order';
import { partsOf, textOf, type Part } from '../../run/why-empty/pattern-parts';
import { infer, type Inference } from '../../infer/inference';
import type { QueryModel } from '../../sparql/model';
import { isPlain, type PlainTriple } from './rewrite';
import type { Court, Judged } from './judge';

export interface Scene {
  readonly court: Court;
  readonly schema: KbSchema;
  readonly judged: Judged;
  readonly model: QueryModel;
  readonly inference: Inference;
  /** The parts that must all match, in the order in which they are best followed. */
  readonly parts: readonly Part[];
}

export function sceneOf(judged: Judged, court: Court): Scene {
  const { model } = judged;
  const { schema } = court;
  const body = model.parses ? bodyOf(model.query) : undefined;
  const parts = body ? (partsOf(model, body.group) ?? []) : [];
  return { court, schema, judged, model, inference: infer(model, schema), parts: inOrder(parts, schema) };
}

/** What is left of the pattern without a part, and without the tests that the part alone gives values to. */
export function restWithout({ parts }: Scene, part: Part): string {
  return textOf(without(parts, part).kept);
}

/** A triple that can be rewritten, and the part that it is. */
export interface Place {
  readonly part: Part;
  readonly triple: PlainTriple;
  /** The id of its relation. */
  readonly id: string;
}

export function relationPlaces({ parts, schema }: Scene): readonly Place[] {
  return placesOf(parts, schema).filter(({ triple }) => !schema.isTyping(triple.predicate.iri.iri));
}

export function classPlaces({ parts, schema }: Scene): readonly Place[] {
  return placesOf(parts, schema).filter(
    ({ triple }) => schema.isTyping(triple.predicate.iri.iri) && triple.object.kind === 'iri',
  );
}

function placesOf(parts: readonly Part[], schema: KbSchema): readonly Place[] {
  return parts.flatMap((part) => {
    const { triple } = part;
    if (!triple || !isPlain(triple)) return [];
    const { iri } = triple.predicate.iri;
    return [{ part, triple, id: schema.idOf(iri) ?? iri }];
  });
}

/** Whether a part hangs together, over the others, with something that is named: else half the KB would match. */
export function isAnchored({ parts, schema }: Scene, part: Part): boolean {
  if (isGiven(part, schema)) return true;
  const reached = new Set(part.mentions);
  for (let grown = true; grown;) {
    grown = false;
    for (const other of parts) {
      if (other === part || other.kind === 'filter' || ![...other.mentions].some((name) => reached.has(name)))
        continue;
      if (isGiven(other, schema) || other.kind === 'group' || other.kind === 'union') return true;
      for (const name of other.mentions)
        if (!reached.has(name)) {
          reached.add(name);
          grown = true;
        }
    }
  }
  return false;
}

/** A class holds of very many, and so gives nothing to begin with. */
function isGiven({ kind, triple }: Part, schema: KbSchema): boolean {
  if (kind === 'values') return true;
  if (!triple || (triple.predicate.kind === 'link' && schema.isTyping(triple.predicate.iri.iri)))
    return false;
  return [triple.subject, triple.object].some(({ kind: of }) => of === 'iri' || of === 'literal');
}
