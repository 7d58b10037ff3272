/** Proposals that would make a part match. */
import type { PatternNode } from '../../schema/inference/scopes';
import type { Term, Triple } from '../../language/sparql/model';
import type { TextRange } from '../../language/text/range';
import { reversalFixes } from '../../check/schema/reversed-relation';
import { writtenLike } from '../../check/schema/wording';
import type { Fix } from '../../check/verifier';
import type { DiagnosisContext, DiagnosisText } from './diagnose';
import { likelyRelations } from './likely-relations';

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
