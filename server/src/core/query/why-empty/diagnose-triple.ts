import type { KbSchema } from '../../schema/schema';
import { isEntityId } from '../../language/rdf/ids';
import type { Fix } from '../../check/verifier';
import {
  DATA,
  type RestOfPattern,
  type Diagnosis,
  type DiagnosisContext,
  type DiagnosisText,
} from './diagnose';
import { classMissing, misfitOf } from './diagnose-types';
import { type EntityLabels, entityWords, incompleteKbNote, written } from './labels';
import { replacing, turnRound, withRelations } from './fixes';
import { textOf, type PatternPart } from './pattern-parts';
import { tripleText } from './pattern-text';
import { XSD } from '../../language/rdf/names';
import type { LiteralTerm, Term, Triple } from '../../language/sparql/model';

/** From what is certain to what is only likely: an id or a relation that is not there, a triple turned round, types that do not fit. */
export async function diagnoseTriple(
  context: DiagnosisContext,
  part: PatternPart,
  { rest, before, lost }: RestOfPattern,
): Promise<Diagnosis> {
  const { kb, schema, prober } = context;
  const { triple } = part;
  if (!triple) throw new Error('A triple is missing from its part.');
  const { subject, predicate, object } = triple;
  // MINUS takes away from what stands before it, so that nothing can be put behind it.
  const isMinus = ({ kind }: PatternPart): boolean => kind === 'minus';
  const around = textOf(rest.filter((one) => !isMinus(one)));
  const after = textOf([...lost, ...rest.filter(isMinus)]);
  const iris = [subject, object].flatMap((term) => (term.kind === 'iri' ? [term.iri] : []));
  const words = await entityWords(context, iris);
  const known = (
    sentences: readonly string[],
    instead: readonly string[] = [],
    fixes: readonly Fix[] = [],
  ): (() => Promise<DiagnosisText>) => {
    return () => Promise.resolve({ sentences, instead, fixes });
  };

  const absent = iris.find((iri) => isEntity(iri, schema) && words.entity(iri)?.exists === false);
  if (absent !== undefined)
    return {
      weight: 100,
      broken: kb.complete,
      tell: known([`${words.call(absent)} is not in the KB ${kb.name}.`, ...incompleteKbNote(context)]),
    };
  if (predicate.kind !== 'link') return dataMissing(context, part, around, words, undefined);
  const { iri } = predicate;
  const id = schema?.idOf(iri.iri) ?? iri.iri;
  if (schema?.isTyping(iri.iri) === true && object.kind === 'iri')
    return classMissing(context, triple, object, textOf(before), words);

  if ((await prober.some(`?s <${iri.iri}> ?o .`)) === false) {
    const broken = kb.complete || schema?.hasRelation(id) !== true;
    return {
      weight: broken ? 90 : DATA + 15,
      broken,
      tell: () =>
        withRelations(context, triple, around, [
          `The KB ${kb.name} has no fact with ${id}.`,
          ...incompleteKbNote(context),
        ]),
    };
  }
  if (object.kind !== 'literal') {
    const turned = tripleText(context.model, { ...triple, subject: object, object: subject });
    if ((await prober.some(`${around}\n${turned}\n${after}`)) === true) {
      const instead = [`${written(context, object)} ${id} ${written(context, subject)}`];
      return hasOneWay(schema, id)
        ? {
            weight: 80,
            broken: true,
            tell: known(
              [`${id} points the other way. With subject and object swapped, the pattern matches.`],
              instead,
              turnRound(context, triple),
            ),
          }
        : {
            weight: DATA + 10,
            broken: false,
            tell: known(
              [
                missing(context, part, around, words, id),
                'With subject and object swapped, the pattern matches, but asks for something else.',
                ...incompleteKbNote(context),
              ],
              instead,
              turnRound(context, triple),
            ),
          };
    }
  } else {
    const other = await otherForms(context, triple, object, around);
    if (other.length)
      return {
        weight: 70,
        broken: true,
        tell: known(
          [`The KB ${kb.name} writes this text in another form: ${other.join(', ')}.`],
          other,
          other.map((form) => replacing(object, form)),
        ),
      };
  }
  const misfit = await misfitOf(context, triple, id, textOf(before), words);
  if (misfit === undefined) return dataMissing(context, part, around, words, id);
  return {
    weight: 60,
    broken: true,
    tell: () => withRelations(context, triple, around, [misfit]),
  };
}

/** Whether what it leads from cannot be what it leads to: not so for parents, who are persons as their children are. */
function hasOneWay(schema: KbSchema | undefined, id: string): boolean {
  const { domain, range } = schema?.relation(id) ?? {};
  return (
    schema !== undefined &&
    domain !== undefined &&
    range !== undefined &&
    !schema.included(domain).has(range) &&
    !schema.included(range).has(domain)
  );
}

/** All is well-formed, and the KB has just no such fact. */
function dataMissing(
  context: DiagnosisContext,
  part: PatternPart,
  around: string,
  words: EntityLabels,
  relation: string | undefined,
): Diagnosis {
  return {
    weight: DATA,
    broken: false,
    tell: () => {
      const sentences = [
        missing(context, part, around, words, relation),
        'The pattern itself may be right.',
        ...incompleteKbNote(context),
      ];
      return part.triple
        ? withRelations(context, part.triple, around, sentences)
        : Promise.resolve({ sentences, instead: [] });
    },
  };
}

function missing(
  { kb }: DiagnosisContext,
  { triple, written: text }: PatternPart,
  around: string,
  { call }: EntityLabels,
  relation: string | undefined,
): string {
  if (!triple || relation === undefined) return `Nothing that fits the rest of the pattern matches ${text}.`;
  const { subject, object } = triple;
  if (subject.kind === 'iri' && object.kind === 'iri')
    return `${call(subject.iri)} and ${call(object.iri)} are both in the KB ${kb.name}, but ${relation} does not connect them.`;
  if (subject.kind === 'iri')
    return `${call(subject.iri)} has no ${relation} in the KB ${kb.name}${beside(around)}.`;
  if (object.kind === 'iri')
    return `Nothing${beside(around)} has ${relation} ${call(object.iri)} in the KB ${kb.name}.`;
  return `Nothing that the rest of the pattern finds in the KB ${kb.name} has a matching ${relation}.`;
}

function beside(around: string): string {
  return around === '' ? '' : ' that fits the rest of the pattern';
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
  around: string,
): Promise<readonly string[]> {
  const any: Term = { kind: 'variable', name: 'other_form', range: triple.object.range };
  const quoted = JSON.stringify(value);
  const body = `${around}\n${tripleText(model, { ...triple, object: any })}\nFILTER(LCASE(STR(?other_form)) = LCASE(${quoted}))`;
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
