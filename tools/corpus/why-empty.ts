/** Damages gold queries that have answers, so that they have none, and counts how often the damage is pointed at. */
import type { KnowledgeBase } from '../../server/src/core/kb/knowledge-base';
import type { KbSchema } from '../../server/src/core/schema/schema';
import { isEntityId } from '../../server/src/core/language/rdf/ids';
import { EntityDirectory } from '../../server/src/core/query/entity-directory';
import { whyEmpty, type WhyEmpty } from '../../server/src/core/query/why-empty/why-empty';
import type {
  Expression,
  Group,
  IriTerm,
  QueryModel,
  Select,
  Triple,
} from '../../server/src/core/language/sparql/model';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { applyEdits, type TextEdit } from '../../server/src/core/language/text/edit';
import type { TextRange } from '../../server/src/core/language/text/range';
import type { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { partsOf } from './mutations';

export const EMPTYING = [
  'relation turned round',
  'relation of the same domain',
  'relation of another domain',
  'misspelt id',
  'another class',
  'tightened filter',
] as const;
export type Emptying = (typeof EMPTYING)[number];

export interface Damaged {
  readonly kind: Emptying;
  readonly query: string;
  /** What was damaged, where it stands now. */
  readonly place: TextRange;
}

/** One of each kind that the query has a place for. */
export function emptied(gold: string, schema: KbSchema, draw: SeededRandom): readonly Damaged[] {
  const model = parseQuery(gold, 'virtuoso');
  const { triples } = partsOf(model.query);
  const damaged: Damaged[] = [];
  const add = (kind: Emptying, edits: readonly TextEdit[], place: TextRange): void => {
    const grown = edits.reduce(
      (sum, { range, newText }) => sum + newText.length - (range.end - range.start),
      0,
    );
    damaged.push({
      kind,
      query: applyEdits(gold, edits),
      place: { start: place.start, end: place.end + grown },
    });
  };
  const slice = ({ start, end }: TextRange): string => gold.slice(start, end);
  const isTyping = ({ predicate }: Triple): boolean =>
    predicate.kind === 'link' && schema.isTyping(predicate.iri.iri);
  const relations = triples.filter((one) => one.predicate.kind === 'link' && !isTyping(one));
  const write = (iri: IriTerm, id: string): string =>
    gold[iri.range.start] === '<' ? `<${schema.namespace}${id}>` : `${iri.prefix ?? ''}:${id}`;
  if (relations.length) {
    const triple = draw.pick(relations);
    const { iri } = triple.predicate as { readonly iri: IriTerm };
    const id = schema.idOf(iri.iri) ?? '';
    if (triple.object.kind !== 'literal')
      add(
        'relation turned round',
        [
          { range: triple.subject.range, newText: slice(triple.object.range) },
          { range: triple.object.range, newText: slice(triple.subject.range) },
        ],
        triple.range,
      );
    const domain = `${id.split('.')[0]}.`;
    const others = [...schema.relationIds()].filter(
      (other) =>
        other !== id &&
        !/^(?:base|user|freebase|type|common|kg|http)/.test(other) &&
        (schema.relation(other)?.use.facts ?? 0) > 3,
    );
    const same = others.filter((other) => other.startsWith(domain));
    if (same.length)
      add(
        'relation of the same domain',
        [{ range: iri.range, newText: write(iri, draw.pick(same)) }],
        triple.range,
      );
    const elsewhere = others.filter((other) => !other.startsWith(domain));
    add(
      'relation of another domain',
      [{ range: iri.range, newText: write(iri, draw.pick(elsewhere)) }],
      triple.range,
    );
  }
  const ids = entitiesIn(model, schema);
  if (ids.length) {
    const iri = draw.pick(ids);
    const id = schema.idOf(iri.iri) ?? '';
    const wrong = `${id.slice(0, -1)}${draw.pick('bcdfghjklmnpqrstvwxyz'.split('').filter((letter) => !id.endsWith(letter)))}`;
    // It may stand in a FILTER as well, where it must go on meaning the same.
    add('misspelt id', [{ range: iri.range, newText: write(iri, wrong) }], iri.range);
  }
  const classes = triples.filter((one) => isTyping(one) && one.object.kind === 'iri');
  if (classes.length) {
    const { object, range } = draw.pick(classes);
    const other = draw.pick(
      [...schema.typeIds()].filter(
        (type) => schema.type(type)?.kind === 'entity' && (schema.type(type)?.use.facts ?? 0) > 3,
      ),
    );
    add('another class', [{ range: object.range, newText: write(object as IriTerm, other) }], range);
  }
  const compared = comparisons(model.query);
  if (compared.length) {
    const { literal, operator } = draw.pick(compared);
    const written = slice(literal);
    const digits = operator.startsWith('>') ? '9' : '0';
    const newText = written.replace(/\d+/, (number) =>
      number.length === 4 ? (digits === '9' ? '9998' : '0002') : digits.repeat(number.length + 3),
    );
    if (newText !== written) add('tightened filter', [{ range: literal, newText }], literal);
  }
  return damaged;
}

function entitiesIn(model: QueryModel, schema: KbSchema): readonly IriTerm[] {
  const found: IriTerm[] = [];
  const visit = (group: Group): void => {
    const terms = [
      ...group.triples.flatMap(({ subject, object }) => [subject, object]),
      ...group.values.flatMap(({ rows }) => (rows.length === 1 ? rows.flat() : [])),
    ];
    for (const term of terms)
      if (term?.kind === 'iri' && isEntityId(schema.idOf(term.iri) ?? '')) found.push(term);
    group.children.filter(({ kind }) => kind !== 'optional' && kind !== 'union-branch').forEach(visit);
    group.select?.groups.forEach(visit);
  };
  model.query.groups.forEach(visit);
  return found;
}

function comparisons(select: Select): readonly { readonly literal: TextRange; readonly operator: string }[] {
  const found: { literal: TextRange; operator: string }[] = [];
  const visit = (expression: Expression): void => {
    if (expression.kind !== 'operation') return;
    const literal = expression.args[1];
    if (/^[<>]=?$/.test(expression.operator) && literal?.kind === 'term' && literal.term.kind === 'literal')
      found.push({ literal: literal.range, operator: expression.operator });
    if (expression.operator === '&&') expression.args.forEach(visit);
  };
  const inside = (group: Group): void => {
    group.filters.forEach(visit);
    group.children.filter(({ kind }) => kind === 'group' || kind === 'subselect').forEach(inside);
    group.select?.groups.forEach(inside);
  };
  select.groups.forEach(inside);
  return found;
}

export interface Pointed {
  readonly damaged: Damaged;
  readonly why: WhyEmpty;
  /** Whether the part that is said to leave nothing is the damaged one. */
  readonly hit: boolean;
  readonly milliseconds: number;
}

export async function askWhy(kb: KnowledgeBase, schema: KbSchema, damaged: Damaged): Promise<Pointed> {
  const directory = new EntityDirectory(kb, { schema, language: 'en' });
  const model = parseQuery(damaged.query, 'virtuoso');
  const began = performance.now();
  const why = await whyEmpty(
    model,
    { kb, schema, directory, now: () => performance.now() },
    new AbortController().signal,
  );
  const nothing = why.probes.find(({ outcome }) => outcome === 'nothing');
  const { start, end } = damaged.place;
  const hit = nothing !== undefined && nothing.start < end && nothing.end > start;
  return { damaged, why, hit, milliseconds: performance.now() - began };
}
