/** A constant that cannot stand where it does: a text where a node belongs, a node where a literal or a mediator does. */
import type { Scope } from '../../schema/inference/scopes';
import {
  constantMismatch,
  describeTerm,
  type ConstantEvidence,
  type TypeEvidence,
} from '../../schema/inference/type-evidence';
import type { KbSchema } from '../../schema/schema';
import type { QueryModel, Term } from '../../language/sparql/model';
import type { Evidence, Fix, Observation } from '../verifier';
import { stepOverFixes, waysToLiteral } from './missed-hop';
import { waysOn } from './ways-on';
import { turnFixes, turnOf } from './turned-relation';
import { aLabel, aTypeOf, source, unusedName, writtenLike } from './wording';

type Told = Omit<Observation, 'range'>;

export function constantObservation(
  evidence: Evidence['schema'],
  scope: Scope,
  mine: TypeEvidence,
  constant: ConstantEvidence | undefined,
): Told {
  if (constant?.is === 'literal') return literalCompared(evidence, mine, constant);
  if (!constant && constantMismatch(evidence.schema, mine) === 'literal-for-entity')
    return literalForEntity(evidence, mine);
  if (!constant && constantMismatch(evidence.schema, mine) === 'entity-for-mediator')
    return entityForMediator(evidence, scope, mine);
  return entityForLiteral(evidence, scope, mine, constant);
}

function literalForEntity({ query, schema }: Evidence['schema'], mine: TypeEvidence): Told {
  const term = describeTerm(mine.node.term);
  const relation = mine.because.join(', ');
  const named = mine.node.term && asName(mine.node.term, query);
  return {
    rule: 'literal-for-entity',
    message: `${term} cannot be the object of ${relation}`,
    because: leadsToNode(mine),
    advice: `Use a variable, and match its name: … ${mine.because[0]} ?node . ?node type.object.name ${term}${/@|\d$/.test(term) ? '' : '@en'}`,
    fixes: [
      ...stepsToLiteral(query, schema, mine, mine.node.term),
      ...(named === undefined || !schema.hasRelation(NAME) || !mine.node.term || isMediator(schema, mine)
        ? []
        : [
            {
              title: `Match the name: [ ${NAME} ${named} ]`,
              edits: [
                {
                  range: mine.node.term.range,
                  newText: `[ ${nameRelation(mine, query, schema)} ${named} ]`,
                },
              ],
              safety: 'unsafe' as const,
            },
          ]),
    ],
  };
}

/** A mediator holds literals: what is compared with one is a part of the fact, one step further. */
function stepsToLiteral(
  query: QueryModel,
  schema: KbSchema,
  mine: TypeEvidence,
  term: Term | undefined,
): readonly Fix[] {
  const [mediator] = mine.types;
  if (mediator === undefined || mine.position !== 'object' || term?.kind !== 'literal') return [];
  if (!isMediator(schema, mine)) return [];
  const ids = waysToLiteral(schema, mediator, term);
  return stepOverFixes(query, schema, mine.link, { ids, decided: false });
}

function isMediator(schema: KbSchema, { types }: TypeEvidence): boolean {
  return types.every((type) => schema.type(type)?.kind === 'mediator');
}

/** VALUES or a FILTER holds a text against a node. */
function literalCompared(
  { query, schema }: Evidence['schema'],
  mine: TypeEvidence,
  constant: ConstantEvidence,
): Told {
  const name = describeTerm(mine.node.term);
  return {
    rule: 'literal-for-entity',
    related: [{ range: mine.range, message: source(mine) }],
    message: `${name} is a node of the KB and never equals ${describeTerm(constant.terms[0])}`,
    because:
      mine.position === 'object'
        ? leadsToNode(mine)
        : `${name} is the subject of ${mine.because.join(', ')}, and a literal is never a subject.`,
    advice: `Compare its name instead: ${name} type.object.name ?name .`,
    fixes: [
      ...stepsToLiteral(query, schema, mine, constant.terms[0]),
      ...(isMediator(schema, mine) ? [] : compareName(query, schema, mine, constant)),
    ],
  };
}

/** A new variable for the name takes the place of the node where it is held against texts. */
function compareName(
  query: QueryModel,
  schema: KbSchema,
  mine: TypeEvidence,
  { variable, terms, equated }: ConstantEvidence,
): readonly Fix[] {
  const texts = terms.map((term) => ({ range: term.range, newText: asName(term, query) }));
  if (!equated || !schema.hasRelation(NAME)) return [];
  const edits = texts.flatMap(({ range, newText }) => (newText === undefined ? [] : [{ range, newText }]));
  if (edits.length < texts.length) return [];
  const { start } = mine.link.triple.subject.range;
  const name = `?${unusedName(query, `${variable.name}_name`)}`;
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

function entityForMediator(evidence: Evidence['schema'], scope: Scope, mine: TypeEvidence): Told {
  const { query, schema } = evidence;
  const type = mine.types[0] ?? '';
  const term = describeTerm(mine.node.term);
  const onward = waysOn(schema, type, mine);
  const turn = turnOf(evidence, scope, mine.link);
  return {
    rule: 'entity-for-mediator',
    message: `${term} is probably not ${aTypeOf(mine.types)}`,
    because: `${mine.because.join(', ')} leads to a mediator node, which only holds ${aLabel(type)} together; nobody writes the id of one by hand.`,
    advice: onward.ids.length
      ? `Go through the mediator: ${mine.because[0]} ?node . ?node ${onward.ids[0]} ${term}`
      : 'Put a variable for the mediator, and go on from it.',
    fixes: [
      ...(turn && !turn.farFetched ? turnFixes(query, schema, mine.link) : []),
      ...stepOverFixes(query, schema, mine.link, onward),
    ],
  };
}

function entityForLiteral(
  evidence: Evidence['schema'],
  scope: Scope,
  mine: TypeEvidence,
  constant: ConstantEvidence | undefined,
): Told {
  const term = describeTerm(constant ? constant.terms[0] : mine.node.term);
  const relation = mine.because.join(', ');
  const turns = !constant && turnOf(evidence, scope, mine.link) !== undefined;
  return {
    rule: 'entity-for-literal',
    related: constant ? [{ range: mine.range, message: source(mine) }] : [],
    message: `${term} cannot be the object of ${relation}`,
    because: `${relation} leads to ${aLabel(mine.types[0] ?? '')} value, which is a literal and not a node of the KB.`,
    advice: turns ? 'Swap subject and object.' : 'Use a literal or a variable, or another relation.',
    fixes: turns ? turnFixes(evidence.query, evidence.schema, mine.link) : [],
  };
}

const NAME = 'type.object.name';

function leadsToNode(mine: TypeEvidence): string {
  return `${mine.because.join(', ')} leads to ${aTypeOf(mine.types)}, which is a node of the KB and not a literal.`;
}

/** A text as names are held: with its language. */
function asName(term: Term, query: QueryModel): string | undefined {
  if (term.kind !== 'literal') return undefined;
  const written = query.text.slice(term.range.start, term.range.end);
  if (term.written === 'tagged') return written;
  return term.written === 'plain' ? `${written}@en` : undefined;
}

function nameRelation({ link }: TypeEvidence, query: QueryModel, schema: KbSchema): string {
  const [option] = link.options;
  return option ? writtenLike(option.iri, NAME, query, schema) : `<${schema.namespace}${NAME}>`;
}
