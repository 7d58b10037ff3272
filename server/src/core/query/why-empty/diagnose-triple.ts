import type { KbSchema } from '../../schema/schema';
import { isEntityId } from '../../language/rdf/ids';
import { MISSING_DATA_WEIGHT, type Diagnosis, type DiagnosisContext, type RestOfPattern } from './diagnose';
import { diagnoseClass, describeTypeMismatch } from './diagnose-types';
import { type EntityLabels, lookUpLabels, incompleteKbNote, writtenTerm } from './labels';
import { replaceFix, swapFixes, withRelations } from './fixes';
import { joinParts, type PatternPart } from './pattern-parts';
import { tripleText } from './pattern-text';
import { XSD } from '../../language/rdf/names';
import type { LiteralTerm, Term, Triple } from '../../language/sparql/model';

/** Diagnoses a triple, the most certain cause first: unknown id or relation, swapped subject and object, mismatched types. */
export async function diagnoseTriple(
  context: DiagnosisContext,
  part: PatternPart,
  { rest, before, removedTests }: RestOfPattern,
): Promise<Diagnosis> {
  const { kb, schema, prober } = context;
  const { triple } = part;
  if (!triple) throw new Error('A triple is missing from its part.');
  const { subject, predicate, object } = triple;
  // MINUS applies to the parts before it, so it must stay last.
  const isMinus = ({ kind }: PatternPart): boolean => kind === 'minus';
  const restText = joinParts(rest.filter((one) => !isMinus(one)));
  const endText = joinParts([...removedTests, ...rest.filter(isMinus)]);
  const iris = [subject, object].flatMap((term) => (term.kind === 'iri' ? [term.iri] : []));
  const labels = await lookUpLabels(context, iris);
  const absent = iris.find((iri) => isEntity(iri, schema) && labels.entity(iri)?.exists === false);
  if (absent !== undefined)
    return {
      weight: 100,
      broken: kb.complete,
      describe: () => ({
        sentences: [`${labels.label(absent)} is not in the KB ${kb.name}.`, ...incompleteKbNote(context)],
      }),
    };
  if (predicate.kind !== 'link') return dataMissing(context, part, restText, labels, undefined);
  const { iri } = predicate;
  const id = schema?.idOf(iri.iri) ?? iri.iri;
  if (schema?.isTyping(iri.iri) === true && object.kind === 'iri')
    return diagnoseClass(context, triple, object, joinParts(before), labels);

  if ((await prober.some(`?s <${iri.iri}> ?o .`)) === false) {
    const broken = kb.complete || schema?.hasRelation(id) !== true;
    return {
      weight: broken ? 90 : MISSING_DATA_WEIGHT + 15,
      broken,
      describe: () =>
        withRelations(context, triple, restText, [
          `The KB ${kb.name} has no fact with ${id}.`,
          ...incompleteKbNote(context),
        ]),
    };
  }
  if (object.kind !== 'literal') {
    const swapped = tripleText(context.model, { ...triple, subject: object, object: subject });
    if ((await prober.some(`${restText}\n${swapped}\n${endText}`)) === true) {
      const broken = isDirected(schema, id);
      const sentences = broken
        ? [`${id} points the other way. With subject and object swapped, the pattern matches.`]
        : [
            describeMissing(context, part, restText, labels, id),
            'With subject and object swapped, the pattern matches, but asks for something else.',
            ...incompleteKbNote(context),
          ];
      const instead = [[object, iri, subject].map((term) => writtenTerm(context, term)).join(' ')];
      return {
        weight: broken ? 80 : MISSING_DATA_WEIGHT + 10,
        broken,
        describe: () => ({ sentences, instead, fixes: swapFixes(context, triple) }),
      };
    }
  } else {
    const other = await otherForms(context, triple, object, restText);
    if (other.length)
      return {
        weight: 70,
        broken: true,
        describe: () => ({
          sentences: [`The KB ${kb.name} writes this text in another form: ${other.join(', ')}.`],
          instead: other,
          fixes: other.map((form) => replaceFix(object, form)),
        }),
      };
  }
  const misfit = await describeTypeMismatch(context, triple, id, joinParts(before), labels);
  if (misfit === undefined) return dataMissing(context, part, restText, labels, id);
  return { weight: 60, broken: true, describe: () => withRelations(context, triple, restText, [misfit]) };
}

/** Whether domain and range are different kinds; false for parents, because both ends are persons. */
function isDirected(schema: KbSchema | undefined, id: string): boolean {
  const { domain, range } = schema?.relation(id) ?? {};
  return (
    schema !== undefined &&
    domain !== undefined &&
    range !== undefined &&
    !schema.includedTypes(domain).has(range) &&
    !schema.includedTypes(range).has(domain)
  );
}

/** The triple is well-formed, but the KB has no such fact. */
function dataMissing(
  context: DiagnosisContext,
  part: PatternPart,
  restText: string,
  labels: EntityLabels,
  relation: string | undefined,
): Diagnosis {
  return {
    weight: MISSING_DATA_WEIGHT,
    broken: false,
    describe: () => {
      const sentences = [
        describeMissing(context, part, restText, labels, relation),
        'The pattern itself may be right.',
        ...incompleteKbNote(context),
      ];
      return part.triple ? withRelations(context, part.triple, restText, sentences) : { sentences };
    },
  };
}

function describeMissing(
  { kb }: DiagnosisContext,
  { triple, written: text }: PatternPart,
  restText: string,
  { label }: EntityLabels,
  relation: string | undefined,
): string {
  if (!triple || relation === undefined) return `Nothing that fits the rest of the pattern matches ${text}.`;
  const { subject, object } = triple;
  if (subject.kind === 'iri' && object.kind === 'iri')
    return `${label(subject.iri)} and ${label(object.iri)} are both in the KB ${kb.name}, but ${relation} does not connect them.`;
  if (subject.kind === 'iri')
    return `${label(subject.iri)} has no ${relation} in the KB ${kb.name}${restNote(restText)}.`;
  if (object.kind === 'iri')
    return `Nothing${restNote(restText)} has ${relation} ${label(object.iri)} in the KB ${kb.name}.`;
  return `Nothing that the rest of the pattern finds in the KB ${kb.name} has a matching ${relation}.`;
}

function restNote(restText: string): string {
  return restText === '' ? '' : ' that fits the rest of the pattern';
}

function isEntity(iri: string, schema: KbSchema | undefined): boolean {
  const id = schema?.idOf(iri);
  if (!schema || id === undefined) return false;
  return schema.machineIds ? isEntityId(id) : !schema.hasType(id) && !schema.hasRelation(id);
}

/** The same text with another language or datatype. */
async function otherForms(
  { model, prober }: DiagnosisContext,
  triple: Triple,
  { value }: LiteralTerm,
  restText: string,
): Promise<readonly string[]> {
  const any: Term = { kind: 'variable', name: 'other_form', range: triple.object.range };
  const quoted = JSON.stringify(value);
  const body = `${restText}\n${tripleText(model, { ...triple, object: any })}\nFILTER(LCASE(STR(?other_form)) = LCASE(${quoted}))`;
  const terms = (await prober.values('other_form', body, 5)) ?? [];
  return terms.map((term) => {
    if (term.type !== 'literal') return `<${term.value}>`;
    const text = JSON.stringify(term.value);
    if (term['xml:lang'] !== undefined) return `${text}@${term['xml:lang']}`;
    return term.datatype === undefined || term.datatype.endsWith('#string')
      ? text
      : `${text}^^${term.datatype.replace(XSD, 'xsd:')}`;
  });
}
