/** Damages right queries in the ways that authors and models do, in one place or in two, to see whether they are repaired. */
import { mentionsOf } from './mentions';
import { domainOf } from '../../server/src/core/schema/domains';
import type { KbSchema } from '../../server/src/core/schema/schema';
import type { IriTerm, QueryModel, Term, Triple } from '../../server/src/core/language/sparql/model';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { ApartEdits, applyEdits, type TextEdit } from '../../server/src/core/language/text/edit';
import type { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { misspell, partsOf, withOtherKind } from './mutations';

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

export interface Damage {
  readonly kind: DamageKind;
  /** For people who look at a failure. */
  readonly what: string;
  readonly edits: readonly TextEdit[];
}

export interface Damaged {
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

/** One of each kind that the query has a place for. */
function damagesOf(gold: string, schema: KbSchema, draw: SeededRandom): readonly Damage[] {
  const model = parseQuery(gold, 'virtuoso');
  const { triples, literals } = partsOf(model.query);
  const links = triples.filter(isLink);
  const relations = links.filter(({ predicate }) => !schema.isTyping(predicate.iri.iri));
  const classes = links.filter(
    ({ predicate, object }) => schema.isTyping(predicate.iri.iri) && object.kind === 'iri',
  );
  const damages: Damage[] = [];
  const replace = (kind: DamageKind, iri: IriTerm, id: string): void => {
    damages.push({
      kind,
      what: `${schema.idOf(iri.iri) ?? iri.iri} → ${id}`,
      edits: [{ range: iri.range, newText: writtenLike(gold, iri, id, schema) }],
    });
  };
  const idOf = ({ iri }: IriTerm): string => schema.idOf(iri) ?? iri;
  if (relations.length) {
    const wrong = draw.pick(relations).predicate.iri;
    replace(
      'misspelt relation',
      wrong,
      misspell(idOf(wrong), draw, (id) => schema.hasRelation(id)),
    );
    const other = draw.pick(relations).predicate.iri;
    const near = sameDomain(schema, idOf(other));
    if (near.length) replace('relation of the same domain', other, draw.pick(near));
    const turnable = relations.filter(({ object }) => object.kind !== 'literal');
    if (turnable.length) {
      const { subject, object, predicate } = draw.pick(turnable);
      damages.push({
        kind: 'direction flipped',
        what: idOf(predicate.iri),
        edits: [
          { range: subject.range, newText: slice(gold, object) },
          { range: object.range, newText: slice(gold, subject) },
        ],
      });
    }
    const hops = lostHops(model, relations, schema);
    if (hops.length) damages.push(draw.pick(hops));
  }
  if (literals.length) {
    const literal = draw.pick(literals);
    const { what, query } = withOtherKind(gold, literal, draw);
    const grown = query.length - gold.length;
    const newText = query.slice(literal.range.start, literal.range.end + grown);
    damages.push({ kind: 'literal kind changed', what, edits: [{ range: literal.range, newText }] });
  }
  if (classes.length) {
    const iri = draw.pick(classes).object as IriTerm;
    replace(
      'misspelt class',
      iri,
      misspell(idOf(iri), draw, (id) => schema.hasType(id)),
    );
  }
  damages.push(...wrongClasses(model, relations, classes, schema, draw));
  return damages;
}

/** The whole list in one place each, and pairs of them in two. */
export function damaged(
  gold: string,
  schema: KbSchema,
  draw: SeededRandom,
  pairs: number,
): { readonly one: readonly Damaged[]; readonly two: readonly Damaged[] } {
  const damages = damagesOf(gold, schema, draw);
  const others = damagesOf(gold, schema, draw);
  const one = damages.map(({ kind, what, edits }) => ({
    kinds: [kind],
    what,
    query: applyEdits(gold, edits),
  }));
  const two: Damaged[] = [];
  const tried = new Set<string>();
  for (let left = 0; left < 20 && two.length < pairs && damages.length; left++) {
    const [first, second] = [draw.pick(damages), draw.pick(others)];
    const key = [first.what, second.what].sort().join(' ');
    const apart = new ApartEdits();
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

function sameDomain(schema: KbSchema, id: string): readonly string[] {
  const domain = `${domainOf(id)}.`;
  return [...schema.relationIds()].filter(
    (other) =>
      other.startsWith(domain) &&
      other !== id &&
      other !== schema.relation(id)?.reverse &&
      (schema.relation(other)?.use.facts ?? 0) > 0,
  );
}

/** `a r ?y . ?y s b` becomes `a r b`; where more is said of ?y, it is said of b. */
function lostHops(model: QueryModel, relations: readonly LinkTriple[], schema: KbSchema): readonly Damage[] {
  const { text } = model;
  const damages: Damage[] = [];
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

/** In the place of a class that is stated, or stated anew of a variable that is no mediator. */
function wrongClasses(
  { text, query }: QueryModel,
  relations: readonly LinkTriple[],
  classes: readonly LinkTriple[],
  schema: KbSchema,
  draw: SeededRandom,
): readonly Damage[] {
  const all = [...schema.typeIds()].filter(
    (id) => schema.type(id)?.kind === 'entity' && (schema.type(id)?.use.facts ?? 0) > 4,
  );
  const [some] = relations;
  if (!some) return [];
  const domain = (schema.idOf(some.predicate.iri.iri) ?? '').split('.')[0] ?? '';
  const invented = `${domain}.${draw.pick(INVENTED)}`;
  const existing = draw.pick(all);
  const choices: readonly (readonly [DamageKind, string])[] = [
    ['invented class', invented],
    ['another class', existing],
  ];
  return choices.flatMap(([kind, id]) => {
    if (classes.length && draw.next() < 0.7) {
      const iri = draw.pick(classes).object as IriTerm;
      return [
        {
          kind,
          what: `${schema.idOf(iri.iri) ?? ''} → ${id}`,
          edits: [{ range: iri.range, newText: writtenLike(text, iri, id, schema) }],
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
    const typing = writtenLike(text, iri, 'type.object.type', schema);
    const at = some.subject.range.start;
    return [
      {
        kind,
        what: `${slice(text, term)} a ${id}`,
        edits: [
          {
            range: { start: at, end: at },
            newText: `${slice(text, term)} ${typing} ${writtenLike(text, iri, id, schema)} . `,
          },
        ],
      },
    ];
  });
}

function writtenLike(text: string, iri: IriTerm, id: string, schema: KbSchema): string {
  return text[iri.range.start] === '<' ? `<${schema.namespace}${id}>` : `${iri.prefix ?? ''}:${id}`;
}

function slice(text: string, { range }: Term): string {
  return text.slice(range.start, range.end);
}
