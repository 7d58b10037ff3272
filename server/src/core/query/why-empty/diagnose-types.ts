/** Nodes that are not what a class or a relation wants them to be. */
import type { IriTerm, Term, Triple } from '../../language/sparql/model';
import { aLabel, writtenLike } from '../../check/schema/wording';
import { DATA, type Diagnosis, type DiagnosisContext } from './diagnose';
import { type EntityLabels, incompleteKbNote, written } from './labels';
import { replacing } from './fixes';
import { termText } from './pattern-text';

/** What the nodes are, where they are not of the class that is asked for. */
export async function classMissing(
  context: DiagnosisContext,
  { subject, predicate }: Triple,
  object: IriTerm,
  around: string,
  words: EntityLabels,
): Promise<Diagnosis> {
  const { schema, kb } = context;
  const wanted = schema?.idOf(object.iri) ?? object.iri;
  const other = await otherTyping(context, predicate);
  if (other !== undefined)
    return {
      weight: 90,
      broken: true,
      tell: () =>
        Promise.resolve({
          sentences: [`The KB ${kb.name} does not use this relation for types. It uses ${other.id}.`],
          instead: [other.id],
          fixes: [replacing(predicate, other.text)],
        }),
    };
  const types = await typesOf(context, subject, around, words);
  const near = types.some((type) => schema?.related(type, wanted) === true);
  const who = subject.kind === 'iri' ? words.call(subject.iri) : written(context, subject);
  return {
    weight: types.length && !near ? 55 : DATA,
    broken: types.length > 0 && !near,
    tell: () =>
      Promise.resolve({
        sentences: [
          `${who} is never ${aLabel(wanted)} (${wanted}) in the KB ${kb.name}.`,
          ...incompleteKbNote(context),
        ],
        instead: types.filter((type) => !isGeneral(type)).slice(0, 5),
      }),
  };
}

/** Where the KB has no fact with this relation, the one that it has for the same. */
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
    return { id, text: writtenLike(iri, id, model, schema) };
  }
  return undefined;
}

/** A node that is not of the type which the relation starts from, or leads to. */
export async function misfitOf(
  context: DiagnosisContext,
  { subject, object }: Triple,
  id: string,
  around: string,
  words: EntityLabels,
): Promise<string | undefined> {
  const { schema, kb } = context;
  const relation = schema?.relation(id);
  if (!schema || !relation) return undefined;
  for (const [term, type, what] of [
    [subject, relation.domain, 'starts from'],
    [object, relation.range, 'leads to'],
  ] as const) {
    if (type === undefined || isGeneral(type) || schema.type(type)?.kind === 'literal') continue;
    const types = await typesOf(context, term, around, words);
    if (!types.length || types.some((one) => schema.included(one).has(type))) continue;
    const who = term.kind === 'iri' ? words.call(term.iri) : written(context, term);
    const is =
      types
        .filter((one) => !isGeneral(one))
        .slice(0, 3)
        .map(aLabel)
        .join(', ') || aLabel(types[0] ?? '');
    return `${id} ${what} ${aLabel(type)} (${type}), and ${who} is not one in the KB ${kb.name}. It is ${is}.`;
  }
  return undefined;
}

/** Of a constant, or of what the rest of the pattern finds for a variable; none where that is not known. */
async function typesOf(
  { schema, model, prober }: DiagnosisContext,
  term: Term,
  around: string,
  { entity }: EntityLabels,
): Promise<readonly string[]> {
  if (term.kind === 'iri') return entity(term.iri)?.types ?? [];
  const variable = termText(model, term);
  const typing = [...(schema?.typing ?? [])].map((iri) => `<${iri}>`).join('|');
  if (!schema || !typing || term.kind === 'literal' || !mentions(around, variable)) return [];
  const body = `{ SELECT DISTINCT ${variable} {\n${around}\n} LIMIT 20 } ${variable} ${typing} ?its_type .`;
  const types = (await prober.values('its_type', body, 200)) ?? [];
  return types.map(({ value }) => schema.idOf(value) ?? value);
}

function mentions(text: string, variable: string): boolean {
  return new RegExp(`\\${variable}(?!\\w)`).test(text);
}

/** So general that it says nothing of what a thing is. */
function isGeneral(type: string): boolean {
  return /^(?:common|type|freebase|base|user|kg|topic_server)\./.test(type);
}
