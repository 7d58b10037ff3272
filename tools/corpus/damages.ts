/** Damages right queries as authors and models do, in one place or in two, to measure repair. */
import { domainOf } from '../../server/src/core/schema/domain-index';
import type { KbSchema } from '../../server/src/core/schema/schema';
import type { IriTerm, QueryModel, Triple } from '../../server/src/core/language/sparql/model';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { DisjointEdits, applyEdits, type TextEdit } from '../../server/src/core/language/text/edit';
import type { TextRange } from '../../server/src/core/language/text/range';
import type { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { misspell, collectParts, changeLiteralKind, slice } from './mutations';

export const DAMAGES = [
  'misspelt relation',
  'relation of the same domain',
  'direction flipped',
  'mediator hop lost',
  'literal kind changed',
  'invented class',
  'another class',
  'misspelt class',
] as const;
export type DamageKind = (typeof DAMAGES)[number];

export interface QueryDamage {
  readonly kind: DamageKind;
  /** Describes the damage in lists of failures. */
  readonly what: string;
  readonly edits: readonly TextEdit[];
}

export interface DamagedQuery {
  readonly kinds: readonly DamageKind[];
  readonly what: string;
  readonly query: string;
}

const INVENTED = [
  'thing_of_interest',
  'main_entity',
  'known_item',
  'real_person',
  'listed_place',
  'member_type',
];

/** Creates one damage of each kind that applies to the query. */
function listDamages(gold: string, schema: KbSchema, random: SeededRandom): readonly QueryDamage[] {
  const model = parseQuery(gold, 'virtuoso');
  const { triples, literals } = collectParts(model.query);
  const links = triples.filter(isLink);
  const relations = links.filter(({ predicate }) => !schema.isTyping(predicate.iri.iri));
  const classes = links.filter(
    ({ predicate, object }) => schema.isTyping(predicate.iri.iri) && object.kind === 'iri',
  );
  const damages: QueryDamage[] = [];
  const replace = (kind: DamageKind, iri: IriTerm, id: string): void => {
    damages.push({
      kind,
      what: `${schema.idOf(iri.iri) ?? iri.iri} → ${id}`,
      edits: [{ range: iri.range, newText: formatIri(gold, iri, id, schema) }],
    });
  };
  const idOf = ({ iri }: IriTerm): string => schema.idOf(iri) ?? iri;
  if (relations.length) {
    const wrong = random.pick(relations).predicate.iri;
    replace(
      'misspelt relation',
      wrong,
      misspell(idOf(wrong), random, (id) => schema.hasRelation(id)),
    );
    const other = random.pick(relations).predicate.iri;
    const siblings = relationsOfSameDomain(schema, idOf(other));
    if (siblings.length) replace('relation of the same domain', other, random.pick(siblings));
    const turnable = relations.filter(({ object }) => object.kind !== 'literal');
    if (turnable.length) {
      const { subject, object, predicate } = random.pick(turnable);
      damages.push({
        kind: 'direction flipped',
        what: idOf(predicate.iri),
        edits: [
          { range: subject.range, newText: slice(gold, object) },
          { range: object.range, newText: slice(gold, subject) },
        ],
      });
    }
    const hops = listLostHops(model, relations, schema);
    if (hops.length) damages.push(random.pick(hops));
  }
  if (literals.length) {
    const literal = random.pick(literals);
    const { what, query } = changeLiteralKind(gold, literal, random);
    const grown = query.length - gold.length;
    const newText = query.slice(literal.range.start, literal.range.end + grown);
    damages.push({ kind: 'literal kind changed', what, edits: [{ range: literal.range, newText }] });
  }
  if (classes.length) {
    const iri = random.pick(classes).object as IriTerm;
    replace(
      'misspelt class',
      iri,
      misspell(idOf(iri), random, (id) => schema.hasType(id)),
    );
  }
  damages.push(...wrongClasses(model, relations, classes, schema, random));
  return damages;
}

/** Returns the query with each damage, and with pairs of damages. */
export function damageQuery(
  gold: string,
  schema: KbSchema,
  random: SeededRandom,
  pairs: number,
): { readonly one: readonly DamagedQuery[]; readonly two: readonly DamagedQuery[] } {
  const damages = listDamages(gold, schema, random);
  const others = listDamages(gold, schema, random);
  const one = damages.map(({ kind, what, edits }) => ({
    kinds: [kind],
    what,
    query: applyEdits(gold, edits),
  }));
  const two: DamagedQuery[] = [];
  const tried = new Set<string>();
  for (let left = 0; left < 20 && two.length < pairs && damages.length; left++) {
    const [first, second] = [random.pick(damages), random.pick(others)];
    const key = [first.what, second.what].sort().join(' ');
    const apart = new DisjointEdits();
    if (first.kind === second.kind || tried.has(key) || !apart.add(first.edits) || !apart.add(second.edits))
      continue;
    tried.add(key);
    two.push({
      kinds: [first.kind, second.kind],
      what: `${first.what}; ${second.what}`,
      query: applyEdits(gold, [...first.edits, ...second.edits]),
    });
  }
  return { one, two };
}

type LinkTriple = Triple & { readonly predicate: { readonly kind: 'link'; readonly iri: IriTerm } };

function isLink(triple: Triple): triple is LinkTriple {
  return triple.predicate.kind === 'link';
}

function relationsOfSameDomain(schema: KbSchema, id: string): readonly string[] {
  const domain = `${domainOf(id)}.`;
  return [...schema.relationIds()].filter(
    (other) =>
      other.startsWith(domain) &&
      other !== id &&
      other !== schema.relation(id)?.reverse &&
      (schema.relation(other)?.use.facts ?? 0) > 0,
  );
}

/** `a r ?y . ?y s b` becomes `a r b`; further triples of ?y become triples of b. */
function listLostHops(
  model: QueryModel,
  relations: readonly LinkTriple[],
  schema: KbSchema,
): readonly QueryDamage[] {
  const { text } = model;
  const damages: QueryDamage[] = [];
  const isMediator = (type: string | undefined): boolean => schema.type(type ?? '')?.kind === 'mediator';
  for (const first of relations) {
    const relation = schema.relation(schema.idOf(first.predicate.iri.iri) ?? '');
    const middle = first.object;
    if (middle.kind !== 'variable' || !isMediator(relation?.range)) continue;
    for (const second of relations) {
      if (second === first || second.subject.kind !== 'variable' || second.subject.name !== middle.name)
        continue;
      const end = second.object;
      const mentions = mentionsOf(model, middle.name).filter(
        ({ start }) => start < second.range.start || start >= second.range.end,
      );
      if (end.kind !== 'variable' && mentions.length > 1) continue;
      damages.push({
        kind: 'mediator hop lost',
        what: `${schema.idOf(first.predicate.iri.iri) ?? ''} / ${schema.idOf(second.predicate.iri.iri) ?? ''}`,
        edits: [
          { range: withDot(text, second), newText: '' },
          ...mentions.map((range) => ({ range, newText: slice(text, end) })),
        ],
      });
    }
  }
  return damages;
}

function withDot(text: string, { subject, object }: Triple): TextEdit['range'] {
  const after = /^\s*\./.exec(text.slice(object.range.end))?.[0].length ?? 0;
  return { start: subject.range.start, end: object.range.end + after };
}

/** Replaces a class, or adds one to a variable. */
function wrongClasses(
  { text, query }: QueryModel,
  relations: readonly LinkTriple[],
  classes: readonly LinkTriple[],
  schema: KbSchema,
  random: SeededRandom,
): readonly QueryDamage[] {
  const all = [...schema.typeIds()].filter(
    (id) => schema.type(id)?.kind === 'entity' && (schema.type(id)?.use.facts ?? 0) > 4,
  );
  const [some] = relations;
  if (!some) return [];
  const domain = (schema.idOf(some.predicate.iri.iri) ?? '').split('.')[0] ?? '';
  const invented = `${domain}.${random.pick(INVENTED)}`;
  const existing = random.pick(all);
  const choices: readonly (readonly [DamageKind, string])[] = [
    ['invented class', invented],
    ['another class', existing],
  ];
  return choices.flatMap(([kind, id]) => {
    if (classes.length && random.next() < 0.7) {
      const iri = random.pick(classes).object as IriTerm;
      return [
        {
          kind,
          what: `${schema.idOf(iri.iri) ?? ''} → ${id}`,
          edits: [{ range: iri.range, newText: formatIri(text, iri, id, schema) }],
        },
      ];
    }
    const variable = query.projection[0]?.variable ?? undefined;
    const spoken = relations.flatMap(({ subject, object }) => [subject, object]);
    const term =
      spoken.find((one) => one.kind === 'variable' && one.name === variable?.name) ??
      spoken.find((one) => one.kind === 'variable');
    if (!term) return [];
    const iri = some.predicate.iri;
    const typing = formatIri(text, iri, 'type.object.type', schema);
    const at = some.subject.range.start;
    return [
      {
        kind,
        what: `${slice(text, term)} a ${id}`,
        edits: [
          {
            range: { start: at, end: at },
            newText: `${slice(text, term)} ${typing} ${formatIri(text, iri, id, schema)} . `,
          },
        ],
      },
    ];
  });
}

/** Finds all occurrences of a variable except in the projection. */
function mentionsOf({ text, tokens, query }: QueryModel, name: string): readonly TextRange[] {
  const from = query.groups[0]?.range.start ?? 0;
  return tokens
    .filter(
      ({ type, start, end }) => type === 'variable' && start >= from && text.slice(start + 1, end) === name,
    )
    .map(({ start, end }) => ({ start, end }));
}

function formatIri(text: string, iri: IriTerm, id: string, schema: KbSchema): string {
  return text[iri.range.start] === '<' ? `<${schema.namespace}${id}>` : `${iri.prefix ?? ''}:${id}`;
}
