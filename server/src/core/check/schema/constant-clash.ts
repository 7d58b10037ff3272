import type { Scope } from '../../schema/inference/scopes';
import {
  constantMismatch,
  describeTerm,
  type ConstantEvidence,
  type TypeEvidence,
} from '../../schema/inference/type-evidence';
import type { KbSchema } from '../../schema/schema';
import { isPossibleEntityId } from '../../language/rdf/ids';
import type { QueryModel, Term } from '../../language/sparql/model';
import type { Evidence, Fix, UnlocatedObservation } from '../verifier';
import { throughMediatorFixes, relationsToLiteral } from './missed-hop';
import { onwardRelations } from './onward-relations';
import { reversalFixes, reversalOf } from './reversed-relation';
import { describeTypes, describeSource, unusedVariable, writeIriLike } from './wording';

/** Describes a constant of the wrong kind: a literal instead of a node, or a node instead of a literal or mediator. */
export function constantObservation(
  evidence: Evidence['schema'],
  scope: Scope,
  mine: TypeEvidence,
  constant: ConstantEvidence | undefined,
): UnlocatedObservation {
  if (constant?.kind === 'literal') return comparedLiteral(evidence, mine, constant);
  if (!constant && constantMismatch(evidence.schema, mine) === 'literal-for-entity')
    return literalForEntity(evidence, mine);
  if (!constant && constantMismatch(evidence.schema, mine) === 'entity-for-mediator')
    return entityForMediator(evidence, scope, mine);
  return entityForLiteral(evidence, scope, mine, constant);
}

function literalForEntity({ query, schema }: Evidence['schema'], mine: TypeEvidence): UnlocatedObservation {
  const term = describeTerm(mine.node.term);
  const relation = mine.because.join(', ');
  const name = mine.node.term && toName(mine.node.term, query);
  const problem = {
    rule: 'literal-for-entity',
    message: `${term} cannot be the object of ${relation}`,
    because: objectsAreNodes(mine),
  };
  const quoted = unquoteIds(query, schema, mine, mine.node.term ? [mine.node.term] : []);
  if (quoted) return { ...problem, ...quoted };
  return {
    ...problem,
    advice: `Match the name of a node instead: ${mine.because[0]} ?node . ?node type.object.name ${term}${/@|\d$/.test(term) ? '' : '@en'} .`,
    fixes: [
      ...continueToLiteral(query, schema, mine, mine.node.term),
      ...(name === undefined || !schema.hasRelation(NAME) || !mine.node.term || isMediator(schema, mine)
        ? []
        : [
            {
              title: `Match the name: [ ${NAME} ${name} ]`,
              edits: [
                {
                  range: mine.node.term.range,
                  newText: `[ ${nameRelation(mine, query, schema)} ${name} ]`,
                },
              ],
              safety: 'unsafe' as const,
            },
          ]),
    ],
  };
}

/** `"m.02mjmr"`, `"/m/02mjmr"` or `"ns:m.02mjmr"`: ids in quotes. */
function unquoteIds(
  query: QueryModel,
  schema: KbSchema,
  { link }: TypeEvidence,
  terms: readonly Term[],
): Pick<UnlocatedObservation, 'advice' | 'fixes'> | undefined {
  const [option] = link.options;
  if (!schema.machineIds || !option) return undefined;
  const edits = terms.flatMap((term) => {
    const [, letter, rest] = (term.kind === 'literal' && QUOTED_ID.exec(term.value)) || [];
    const id = `${letter}.${rest}`;
    if (!isPossibleEntityId(id)) return [];
    return [{ range: term.range, newText: writeIriLike(option.iri, id, query, schema) }];
  });
  if (!edits.length || edits.length < terms.length) return undefined;
  const written = edits.map(({ newText }) => newText).join(', ');
  return {
    advice: `Write ${written} without quotes.`,
    fixes: [{ title: `Change to ${written}`, edits, safety: 'unsafe' }],
  };
}

const QUOTED_ID = /^(?:.*[/:])?([mg])[./](\w+)$/;

/** A literal that is compared with a mediator is usually a value of one of its relations. */
function continueToLiteral(
  query: QueryModel,
  schema: KbSchema,
  mine: TypeEvidence,
  term: Term | undefined,
): readonly Fix[] {
  const [mediator] = mine.types;
  if (mediator === undefined || mine.position !== 'object' || term?.kind !== 'literal') return [];
  if (!isMediator(schema, mine)) return [];
  const ids = relationsToLiteral(schema, mediator, term);
  return throughMediatorFixes(query, schema, mine.link, { ids, decided: false });
}

function isMediator(schema: KbSchema, { types }: TypeEvidence): boolean {
  return types.every((type) => schema.isMediator(type));
}

/** VALUES or a FILTER compares a node with a literal. */
function comparedLiteral(
  { query, schema }: Evidence['schema'],
  mine: TypeEvidence,
  constant: ConstantEvidence,
): UnlocatedObservation {
  const name = describeTerm(mine.node.term);
  const problem = {
    rule: 'literal-for-entity',
    related: [{ range: mine.range, message: describeSource(mine) }],
    message: `${name} is a node and never equals ${describeTerm(constant.terms[0])}`,
    because:
      mine.position === 'object'
        ? objectsAreNodes(mine)
        : `${name} is the subject of ${mine.because.join(', ')}, and a literal is never a subject.`,
  };
  const quoted = constant.equated ? unquoteIds(query, schema, mine, constant.terms) : undefined;
  if (quoted) return { ...problem, ...quoted };
  return {
    ...problem,
    advice: `Compare its name instead: ${name} type.object.name ?name .`,
    fixes: [
      ...continueToLiteral(query, schema, mine, constant.terms[0]),
      ...(isMediator(schema, mine) ? [] : compareName(query, schema, mine, constant)),
    ],
  };
}

/** Compares a new variable for the name of the node instead of the node itself. */
function compareName(
  query: QueryModel,
  schema: KbSchema,
  mine: TypeEvidence,
  { variable, terms, equated }: ConstantEvidence,
): readonly Fix[] {
  const texts = terms.map((term) => ({ range: term.range, newText: toName(term, query) }));
  if (!equated || !schema.hasRelation(NAME)) return [];
  const edits = texts.flatMap(({ range, newText }) => (newText === undefined ? [] : [{ range, newText }]));
  if (edits.length < texts.length) return [];
  const { start } = mine.link.triple.subject.range;
  const name = `?${unusedVariable(query, `${variable.name}_name`)}`;
  return [
    {
      title: `Compare the name of ?${variable.name} instead`,
      edits: [
        {
          range: { start, end: start },
          newText: `?${variable.name} ${nameRelation(mine, query, schema)} ${name} . `,
        },
        { range: variable.range, newText: name },
        ...edits,
      ],
      safety: 'unsafe',
    },
  ];
}

function entityForMediator(
  evidence: Evidence['schema'],
  scope: Scope,
  mine: TypeEvidence,
): UnlocatedObservation {
  const { query, schema } = evidence;
  const type = mine.types[0] ?? '';
  const term = describeTerm(mine.node.term);
  const onward = onwardRelations(schema, type, mine);
  const reversal = reversalOf(evidence, scope, mine.link);
  return {
    rule: 'entity-for-mediator',
    message: `${term} is probably not ${describeTypes(mine.types)}`,
    because: `${mine.because.join(', ')} ends at a mediator, and queries hardly ever name a mediator by its ID.`,
    advice: onward.ids.length
      ? `Continue through the mediator: ${mine.because[0]} ?node . ?node ${onward.ids[0]} ${term} .`
      : 'Use a variable for the mediator, and continue from it.',
    fixes: [
      ...(reversal && !reversal.unlikely ? reversalFixes(query, schema, mine.link) : []),
      ...throughMediatorFixes(query, schema, mine.link, onward),
    ],
  };
}

function entityForLiteral(
  evidence: Evidence['schema'],
  scope: Scope,
  mine: TypeEvidence,
  constant: ConstantEvidence | undefined,
): UnlocatedObservation {
  const term = describeTerm(constant ? constant.terms[0] : mine.node.term);
  const relation = mine.because.join(', ');
  const isReversible = !constant && reversalOf(evidence, scope, mine.link) !== undefined;
  return {
    rule: 'entity-for-literal',
    related: constant ? [{ range: mine.range, message: describeSource(mine) }] : [],
    message: `${term} cannot be the object of ${relation}`,
    because: `The objects of ${relation} are literals (${mine.types.join(', ')}), not nodes.`,
    advice: isReversible ? 'Swap subject and object.' : 'Use a literal, a variable or another relation.',
    fixes: isReversible ? reversalFixes(evidence.query, evidence.schema, mine.link) : [],
  };
}

const NAME = 'type.object.name';

function objectsAreNodes(mine: TypeEvidence): string {
  return `The objects of ${mine.because.join(', ')} are nodes (${mine.types.join(', ')}), not literals.`;
}

/** A string with a language tag, as names are stored. */
function toName(term: Term, query: QueryModel): string | undefined {
  if (term.kind !== 'literal') return undefined;
  const written = query.text.slice(term.range.start, term.range.end);
  if (term.written === 'tagged') return written;
  return term.written === 'plain' ? `${written}@en` : undefined;
}

function nameRelation({ link }: TypeEvidence, query: QueryModel, schema: KbSchema): string {
  const [option] = link.options;
  return option ? writeIriLike(option.iri, NAME, query, schema) : `<${schema.namespace}${NAME}>`;
}
