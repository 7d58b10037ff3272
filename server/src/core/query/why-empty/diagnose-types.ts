/** Diagnoses nodes whose types do not fit a class or a relation. */
import type { IriTerm, Term, Triple } from '../../language/sparql/model';
import { labelWithArticle, writeIriLike } from '../../check/schema/wording';
import { MISSING_DATA_WEIGHT, type Diagnosis, type DiagnosisContext } from './diagnose';
import { type EntityLabels, incompleteKbNote, writtenTerm } from './labels';
import { replaceFix } from './fixes';
import { termText } from './pattern-text';

/** Diagnoses a class that no node has, and suggests the types of the nodes. */
export async function diagnoseClass(
  context: DiagnosisContext,
  { subject, predicate }: Triple,
  object: IriTerm,
  restText: string,
  labels: EntityLabels,
): Promise<Diagnosis> {
  const { schema, kb } = context;
  const wanted = schema?.idOf(object.iri) ?? object.iri;
  const other = await otherTyping(context, predicate);
  if (other !== undefined)
    return {
      weight: 90,
      broken: true,
      describe: () => ({
        sentences: [`The KB ${kb.name} does not use this relation for types. It uses ${other.id}.`],
        instead: [other.id],
        fixes: [replaceFix(predicate, other.text)],
      }),
    };
  const types = await typesOf(context, subject, restText, labels);
  const isRelated = types.some((type) => schema?.areRelated(type, wanted) === true);
  const who = subject.kind === 'iri' ? labels.label(subject.iri) : writtenTerm(context, subject);
  return {
    weight: types.length && !isRelated ? 55 : MISSING_DATA_WEIGHT,
    broken: types.length > 0 && !isRelated,
    describe: () => ({
      sentences: [
        `${who} is never ${labelWithArticle(wanted)} (${wanted}) in the KB ${kb.name}.`,
        ...incompleteKbNote(context),
      ],
      instead: types.filter((type) => !isGeneral(type)).slice(0, 5),
    }),
  };
}

/** If the KB does not use this typing relation, the one that it uses. */
async function otherTyping(
  { schema, prober, model }: DiagnosisContext,
  predicate: Triple['predicate'],
): Promise<{ readonly id: string; readonly text: string } | undefined> {
  if (!schema || predicate.kind !== 'link') return undefined;
  const { iri } = predicate;
  if ((await prober.some(`?s <${iri.iri}> ?o .`)) !== false) return undefined;
  for (const other of schema.typing) {
    if (other === iri.iri || (await prober.some(`?s <${other}> ?o .`)) !== true) continue;
    const id = schema.idOf(other) ?? other;
    return { id, text: writeIriLike(iri, id, model, schema) };
  }
  return undefined;
}

/** Reports a node that does not have the type of the domain or range. */
export async function describeTypeMismatch(
  context: DiagnosisContext,
  { subject, object }: Triple,
  id: string,
  restText: string,
  labels: EntityLabels,
): Promise<string | undefined> {
  const { schema, kb } = context;
  const relation = schema?.relation(id);
  if (!schema || !relation) return undefined;
  for (const [term, type, what] of [
    [subject, relation.domain, 'starts from'],
    [object, relation.range, 'leads to'],
  ] as const) {
    if (type === undefined || isGeneral(type) || schema.type(type)?.kind === 'literal') continue;
    const types = await typesOf(context, term, restText, labels);
    if (!types.length || types.some((one) => schema.includedTypes(one).has(type))) continue;
    const who = term.kind === 'iri' ? labels.label(term.iri) : writtenTerm(context, term);
    const is =
      types
        .filter((one) => !isGeneral(one))
        .slice(0, 3)
        .map(labelWithArticle)
        .join(', ') || labelWithArticle(types[0] ?? '');
    return `${id} ${what} ${labelWithArticle(type)} (${type}), and ${who} is not one in the KB ${kb.name}. It is ${is}.`;
  }
  return undefined;
}

/** The types of a constant, or of the bindings of a variable; empty if unknown. */
async function typesOf(
  { schema, model, prober }: DiagnosisContext,
  term: Term,
  restText: string,
  { entity }: EntityLabels,
): Promise<readonly string[]> {
  if (term.kind === 'iri') return entity(term.iri)?.types ?? [];
  const variable = termText(model, term);
  const typing = [...(schema?.typing ?? [])].map((iri) => `<${iri}>`).join('|');
  if (!schema || !typing || term.kind === 'literal' || !mentions(restText, variable)) return [];
  const body = `{ SELECT DISTINCT ${variable} {\n${restText}\n} LIMIT 20 } ${variable} ${typing} ?its_type .`;
  const types = (await prober.values('its_type', body, 200)) ?? [];
  return types.map(({ value }) => schema.idOf(value) ?? value);
}

function mentions(text: string, variable: string): boolean {
  return new RegExp(`\\${variable}(?!\\w)`).test(text);
}

/** Types that say nothing about the kind of an entity. */
function isGeneral(type: string): boolean {
  return /^(?:common|type|freebase|base|user|kg|topic_server)\./.test(type);
}
