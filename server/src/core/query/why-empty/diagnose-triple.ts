import type { KbSchema } from '../../schema/schema';
import { isEntityId } from '../../language/rdf/ids';
import type { Fix } from '../../check/verifier';
import { DATA, type Around, type Diagnosis, type Scene, type Told } from './diagnose';
import { classMissing, misfitOf } from './diagnose-types';
import { entityWords, type EntityWords } from './entity-words';
import { replacing, turnRound, withRelations } from './fixes';
import { otherForms } from './other-forms';
import { textOf, type Part } from './pattern-parts';
import { tripleText } from './pattern-text';
import { partOnly, written } from './words';

/** From what is certain to what is only likely: an id or a relation that is not there, a triple turned round, types that do not fit. */
export async function diagnoseTriple(
  scene: Scene,
  part: Part,
  { rest, before, lost }: Around,
): Promise<Diagnosis> {
  const { kb, schema, prober } = scene;
  const { triple } = part;
  if (!triple) throw new Error('A triple is missing from its part.');
  const { subject, predicate, object } = triple;
  // MINUS takes away from what stands before it, so that nothing can be put behind it.
  const isMinus = ({ kind }: Part): boolean => kind === 'minus';
  const around = textOf(rest.filter((one) => !isMinus(one)));
  const after = textOf([...lost, ...rest.filter(isMinus)]);
  const iris = [subject, object].flatMap((term) => (term.kind === 'iri' ? [term.iri] : []));
  const words = await entityWords(scene, iris);
  const known = (
    sentences: readonly string[],
    instead: readonly string[] = [],
    fixes: readonly Fix[] = [],
  ): (() => Promise<Told>) => {
    return () => Promise.resolve({ sentences, instead, fixes });
  };

  const absent = iris.find((iri) => isEntity(iri, schema) && words.entity(iri)?.exists === false);
  if (absent !== undefined)
    return {
      weight: 100,
      broken: kb.complete,
      tell: known([`${words.call(absent)} is not in the KB ${kb.name}.`, ...partOnly(scene)]),
    };
  if (predicate.kind !== 'link') return dataMissing(scene, part, around, words, undefined);
  const { iri } = predicate;
  const id = schema?.idOf(iri.iri) ?? iri.iri;
  if (schema?.isTyping(iri.iri) === true && object.kind === 'iri')
    return classMissing(scene, triple, object, textOf(before), words);

  if ((await prober.some(`?s <${iri.iri}> ?o .`)) === false) {
    const broken = kb.complete || schema?.hasRelation(id) !== true;
    return {
      weight: broken ? 90 : DATA + 15,
      broken,
      tell: () =>
        withRelations(scene, triple, around, [
          `The KB ${kb.name} has no fact with ${id}.`,
          ...partOnly(scene),
        ]),
    };
  }
  if (object.kind !== 'literal') {
    const turned = tripleText(scene.model, { ...triple, subject: object, object: subject });
    if ((await prober.some(`${around}\n${turned}\n${after}`)) === true) {
      const instead = [`${written(scene, object)} ${id} ${written(scene, subject)}`];
      return hasOneWay(schema, id)
        ? {
            weight: 80,
            broken: true,
            tell: known(
              [`${id} points the other way. With subject and object swapped, the pattern matches.`],
              instead,
              turnRound(scene, triple),
            ),
          }
        : {
            weight: DATA + 10,
            broken: false,
            tell: known(
              [
                missing(scene, part, around, words, id),
                'With subject and object swapped, the pattern matches, but asks for something else.',
                ...partOnly(scene),
              ],
              instead,
              turnRound(scene, triple),
            ),
          };
    }
  } else {
    const other = await otherForms(scene, triple, object, around);
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
  const misfit = await misfitOf(scene, triple, id, textOf(before), words);
  if (misfit === undefined) return dataMissing(scene, part, around, words, id);
  return {
    weight: 60,
    broken: true,
    tell: () => withRelations(scene, triple, around, [misfit]),
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
  scene: Scene,
  part: Part,
  around: string,
  words: EntityWords,
  relation: string | undefined,
): Diagnosis {
  return {
    weight: DATA,
    broken: false,
    tell: () => {
      const sentences = [
        missing(scene, part, around, words, relation),
        'The pattern itself may be right.',
        ...partOnly(scene),
      ];
      return part.triple
        ? withRelations(scene, part.triple, around, sentences)
        : Promise.resolve({ sentences, instead: [] });
    },
  };
}

function missing(
  { kb }: Scene,
  { triple, written: text }: Part,
  around: string,
  { call }: EntityWords,
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
