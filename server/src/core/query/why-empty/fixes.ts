/** Fixes that make a part match. */
import type { PatternNode } from '../../schema/inference/scopes';
import type { Term, Triple } from '../../language/sparql/model';
import type { TextRange } from '../../language/text/range';
import { reversalFixes } from '../../check/schema/reversed-relation';
import { writeIriLike } from '../../check/schema/wording';
import type { Fix } from '../../check/verifier';
import type { DiagnosisContext, DiagnosisText } from './diagnose';
import { isSystem } from '../../schema/domain-index';
import { nameSimilarity, parseName } from '../../schema/inference/near-names';
import type { KbSchema } from '../../schema/schema';
import { termText } from './pattern-text';

/** Adds the relations that would match, with a fix for each. */
export async function withRelations(
  context: DiagnosisContext,
  triple: Triple,
  restText: string,
  sentences: readonly string[],
): Promise<DiagnosisText> {
  const { schema, model } = context;
  const { predicate } = triple;
  const instead = await findRelations(context, triple, restText);
  const fixes =
    schema && predicate.kind === 'link'
      ? instead
          .filter((id) => schema.hasRelation(id))
          .map((id) => ({
            ...replaceFix(predicate, writeIriLike(predicate.iri, id, model, schema)),
            title: `Change to ${id}`,
          }))
      : [];
  return { sentences, instead, fixes };
}

export function replaceFix({ range }: { readonly range: TextRange }, newText: string): Fix {
  return { title: `Change to ${newText}`, edits: [{ range, newText }], safety: 'unsafe', oneOfMany: true };
}

export function swapFixes({ model, schema }: DiagnosisContext, triple: Triple): readonly Fix[] {
  const { predicate, subject, object } = triple;
  if (!schema || predicate.kind !== 'link') return [];
  const node = (term: Term): PatternNode => ({ key: '', term });
  return reversalFixes(model, schema, {
    subject: node(subject),
    object: node(object),
    options: [{ iri: predicate.iri, inverse: false }],
    triple,
    range: predicate.range,
    isSimple: true,
  });
}

/** Limits for alternative relations that are read and reported. */
const MAX_READ = 200;
const MAX_REPORTED = 5;

async function findRelations(
  { schema, model, prober }: DiagnosisContext,
  { subject, predicate, object }: Triple,
  restText: string,
): Promise<readonly string[]> {
  const [from, to] = [termText(model, subject), termText(model, object)];
  if (predicate.kind !== 'link' || subject.kind === 'literal') return [];
  const relationsBetween = async (start: string, end: string): Promise<readonly string[]> => {
    const found = await prober.values(
      'its_relation',
      `${restText}\n${start} ?its_relation ${end} .`,
      MAX_READ,
    );
    return (found ?? []).map(({ value }) => schema?.idOf(value) ?? value);
  };
  const written = schema?.idOf(predicate.iri.iri) ?? predicate.iri.iri;
  const forward = rankRelations(await relationsBetween(from, to), written, schema);
  if (forward.length || object.kind === 'literal') return forward.slice(0, MAX_REPORTED);
  const back = rankRelations(await relationsBetween(to, from), written, schema);
  return back.slice(0, MAX_REPORTED).map((id) => `${id}, in the other direction`);
}

/** Ranks by similarity of names, equal range, and use. */
function rankRelations(
  ids: readonly string[],
  written: string,
  schema: KbSchema | undefined,
): readonly string[] {
  const name = parseName(written);
  const wanted = schema?.relation(written)?.range;
  const score = (id: string): number => {
    const relation = schema?.relation(id);
    const sameRange = wanted !== undefined && relation?.range === wanted ? 0.4 : 0;
    return nameSimilarity(name, parseName(id), true) + sameRange + 0.02 * (relation?.use.queries ?? 0);
  };
  return ids
    .filter((id) => id !== written && !isSystem(id))
    .map((id) => ({ id, score: score(id) }))
    .sort((left, right) => right.score - left.score)
    .map(({ id }) => id);
}
