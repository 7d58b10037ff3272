/** Proposals that would make a part match. */
import type { PatternNode } from '../../schema/inference/scopes';
import type { Term, Triple } from '../../language/sparql/model';
import type { TextRange } from '../../language/text/range';
import { reversalFixes } from '../../check/schema/reversed-relation';
import { writtenLike } from '../../check/schema/wording';
import type { Fix } from '../../check/verifier';
import type { DiagnosisContext, DiagnosisText } from './diagnose';
import { isSystem } from '../../schema/domains';
import { nameLikeness, nameOf } from '../../schema/inference/near-names';
import type { KbSchema } from '../../schema/schema';
import { termText } from './pattern-text';

/** With the relations that would have matched, each to be put in the place of this one. */
export async function withRelations(
  context: DiagnosisContext,
  triple: Triple,
  around: string,
  sentences: readonly string[],
): Promise<DiagnosisText> {
  const { schema, model } = context;
  const { predicate } = triple;
  const instead = await likelyRelations(context, triple, around);
  const fixes =
    schema && predicate.kind === 'link'
      ? instead
          .filter((id) => schema.hasRelation(id))
          .map((id) => ({
            ...replacing(predicate, writtenLike(predicate.iri, id, model, schema)),
            title: `Change to ${id}`,
          }))
      : [];
  return { sentences, instead, fixes };
}

export function replacing({ range }: { readonly range: TextRange }, newText: string): Fix {
  return { title: `Change to ${newText}`, edits: [{ range, newText }], safety: 'unsafe', oneOfMany: true };
}

export function turnRound({ model, schema }: DiagnosisContext, triple: Triple): readonly Fix[] {
  const { predicate, subject, object } = triple;
  if (!schema || predicate.kind !== 'link') return [];
  const node = (term: Term): PatternNode => ({ key: '', term });
  return reversalFixes(model, schema, {
    subject: node(subject),
    object: node(object),
    options: [{ iri: predicate.iri, inverse: false }],
    triple,
    range: predicate.range,
    plain: true,
  });
}

/** The relations that a KB does have where a triple has another, the likeliest first. */
const MAX_READ = 200;
const MAX_TOLD = 5;

async function likelyRelations(
  { schema, model, prober }: DiagnosisContext,
  { subject, predicate, object }: Triple,
  around: string,
): Promise<readonly string[]> {
  const [from, to] = [termText(model, subject), termText(model, object)];
  if (predicate.kind !== 'link' || subject.kind === 'literal') return [];
  const joined = async (start: string, end: string): Promise<readonly string[]> => {
    const found = await prober.values('its_relation', `${around}\n${start} ?its_relation ${end} .`, MAX_READ);
    return (found ?? []).map(({ value }) => schema?.idOf(value) ?? value);
  };
  const asked = schema?.idOf(predicate.iri.iri) ?? predicate.iri.iri;
  const there = ranked(await joined(from, to), asked, schema);
  if (there.length || object.kind === 'literal') return there.slice(0, MAX_TOLD);
  const back = ranked(await joined(to, from), asked, schema);
  return back.slice(0, MAX_TOLD).map((id) => `${id}, the other way round`);
}

/** By how alike the names are, whether they lead to the same kind of thing, and how much they are used. */
function ranked(ids: readonly string[], asked: string, schema: KbSchema | undefined): readonly string[] {
  const name = nameOf(asked);
  const wanted = schema?.relation(asked)?.range;
  const score = (id: string): number => {
    const relation = schema?.relation(id);
    const sameRange = wanted !== undefined && relation?.range === wanted ? 0.4 : 0;
    return nameLikeness(name, nameOf(id), true) + sameRange + 0.02 * (relation?.use.queries ?? 0);
  };
  return ids
    .filter((id) => id !== asked && !isSystem(id))
    .map((id) => ({ id, score: score(id) }))
    .sort((left, right) => right.score - left.score)
    .map(({ id }) => id);
}
