/** "Who is X?", "What is X?" and "Tell me about X." ask for a description, or for the classes of an entity. */
import { isCommunity } from '../../../schema/domain-index';
import type { KbSchema } from '../../../schema/schema';
import type { SExpr } from '../../../logical-form/sexpr';
import { hasWholeName, type LinkedEntity, type Linking } from '../../../question/linking/linking';

const DESCRIPTION = 'common.topic.description';
const PROFESSION = 'people.person.profession';
const BEFORE_NAME =
  /^(?:(?:(?:so|and) )?(?:who|what)(?:'s|’s|s| is| was| are| were)|(?:please )?(?:tell me (?:(?:something|more|everything|all) )?about|describe)) (?:the |an? )?$/i;
const AFTER_NAME = /^["”’']?\s*[?.!]*$/;

/** The entity that the question asks to define; undefined for another question. */
export function definedEntity(question: string, { entities }: Linking): LinkedEntity | undefined {
  return entities.find(
    (entity) =>
      hasWholeName(entity) &&
      entity.mention !== undefined &&
      BEFORE_NAME.test(question.slice(0, entity.mention.start).trimStart()) &&
      AFTER_NAME.test(question.slice(entity.mention.end)),
  );
}

/** The description, the profession of a person, and the classes, as logical forms with their paths. */
export function definitionForms(
  { id, name, types }: LinkedEntity,
  schema: KbSchema,
): readonly { readonly expr: SExpr; readonly path: string }[] {
  const formBy = (relation: string, label: string): { readonly expr: SExpr; readonly path: string } => ({
    expr: { kind: 'join', step: { relation, reverse: true }, of: { kind: 'entity', id } },
    path: `${name} → ${label}`,
  });
  const ofClasses = ({ expr, path }: ReturnType<typeof formBy>): ReturnType<typeof formBy> => {
    // These are true of nearly everything: a river is also a topic, and “physically instantiable”.
    const general = types.filter((type) => type === 'common.topic' || isCommunity(type));
    if (general.length === types.length) return { expr, path };
    return {
      expr: general.reduce<SExpr>(
        (of, type) => ({ kind: 'minus', of, without: { kind: 'entity', id: type } }),
        expr,
      ),
      path,
    };
  };
  return [
    ...(schema.hasRelation(DESCRIPTION) ? [formBy(DESCRIPTION, 'description')] : []),
    ...(schema.hasRelation(PROFESSION) ? [formBy(PROFESSION, 'profession')] : []),
    ...[...schema.typing]
      .filter((iri) => iri.startsWith(schema.namespace))
      .map((iri) => iri.slice(schema.namespace.length))
      .slice(0, 1)
      .map((relation) => ofClasses(formBy(relation, 'types'))),
  ];
}
