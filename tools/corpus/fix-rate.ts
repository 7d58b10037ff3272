/** Damages gold queries in one place and counts how often the first fix restores them. */
import type { KbSchema } from '../../server/src/core/schema/schema';
import { isEntityId } from '../../server/src/core/language/rdf/ids';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import type { IriTerm, QueryModel } from '../../server/src/core/language/sparql/model';
import { applyEdits } from '../../server/src/core/language/text/edit';
import type { Located } from '../../server/src/core/language/text/range';
import { checkDocument, type CheckOptions } from '../../server/src/core/check/check';
import { workingFixes } from '../../server/src/core/check/working-fixes';
import type { Finding, Fix } from '../../server/src/core/check/verifier';
import { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { equivalent } from './equivalence';
import { isAlarm } from './measure';
import { flipTriple, misspell, collectParts, changeLiteralKind } from './mutations';
import { goldQueries } from './questions';
import { throwDefect } from '../throw-defect';

export const FIX_DAMAGES = [
  'relation misspelt, last part',
  'relation misspelt, anywhere',
  'direction flipped',
  'literal kind changed',
  'class misspelt',
  'class replaced',
  'mediator left out',
] as const;
export type FixDamage = (typeof FIX_DAMAGES)[number];

export interface FixRate {
  mutants: number;
  /** Queries with an error or a warning. */
  noticed: number;
  /** The first fix of the first finding gives an equivalent query. */
  restored: number;
  /** Any fix of any finding gives an equivalent query. */
  restorable: number;
}

export interface Unrestored {
  readonly damage: FixDamage;
  readonly what: string;
  readonly gold: string;
  readonly mutant: string;
  readonly reported: readonly string[];
}

export interface FixReport {
  readonly rates: ReadonlyMap<FixDamage, FixRate>;
  readonly unrestored: readonly Unrestored[];
}

export function measureFixes(schema: KbSchema, folder: string, seed: number, share = 1): FixReport {
  const rates = new Map<FixDamage, FixRate>(
    FIX_DAMAGES.map((damage) => [damage, { mutants: 0, noticed: 0, restored: 0, restorable: 0 }]),
  );
  const unrestored: Unrestored[] = [];
  const options: CheckOptions = {
    dialect: 'virtuoso',
    schema,
    severities: {},
    onDefect: throwDefect,
  };
  const random = new SeededRandom(seed);
  const classes = [...schema.typeIds()].filter(
    (id) => /^(?!base|user|type|common|freebase)\w+\.\w+$/.test(id) && schema.type(id)?.kind === 'entity',
  );
  for (const { query } of goldQueries(folder)) {
    if (random.next() >= share) continue;
    const gold = parseQuery(query, 'virtuoso');
    for (const { damage, what, query: text, expected } of damageGold(gold, schema, classes, random)) {
      const right = expected === undefined ? gold : parseQuery(expected, 'virtuoso');
      if (equivalent(parseQuery(text, 'virtuoso'), right, schema)) continue;
      const rate = rates.get(damage);
      if (!rate) continue;
      rate.mutants++;
      const checked = checkDocument(text, options);
      const alarms = checked.findings.filter(isAlarm).sort(bySeverity);
      if (!alarms.length) continue;
      rate.noticed++;
      const offers = alarms.map((finding) => workingFixes(checked, finding, options));
      const restores = ({ edits }: Fix): boolean =>
        equivalent(parseQuery(applyEdits(text, edits), 'virtuoso'), right, schema);
      const preferred = offers[0]?.[0];
      if (preferred && restores(preferred)) rate.restored++;
      else {
        if (offers.flat().some(restores)) rate.restorable++;
        unrestored.push({
          damage,
          what,
          gold: query,
          mutant: text,
          reported: alarms.map(({ message }, at) =>
            [message, ...(offers[at] ?? []).map(({ title }) => title)].join(' | '),
          ),
        });
      }
    }
  }
  for (const rate of rates.values()) rate.restorable += rate.restored;
  return { rates, unrestored };
}

function bySeverity(left: Finding, right: Finding): number {
  const weight = ({ severity }: Finding): number => (severity === 'error' ? 0 : 1);
  return weight(left) - weight(right) || left.range.start - right.range.start;
}

interface DamagedGold {
  readonly damage: FixDamage;
  readonly what: string;
  readonly query: string;
  /** The expected query, if it is not the gold query. */
  readonly expected?: string;
}

function* damageGold(
  gold: QueryModel,
  schema: KbSchema,
  allClasses: readonly string[],
  random: SeededRandom,
): Iterable<DamagedGold> {
  const { triples, literals } = collectParts(gold.query);
  const replaced = (damage: FixDamage, iri: IriTerm, id: string) => ({
    damage,
    what: `${schema.idOf(iri.iri) ?? ''} → ${id}`,
    query: applyEdits(gold.text, [
      {
        range: iri.range,
        newText:
          gold.text[iri.range.start] === '<' ? `<${schema.namespace}${id}>` : `${iri.prefix ?? ''}:${id}`,
      },
    ]),
  });
  const isRelation = (id: string): boolean => schema.hasRelation(id);
  const relations = triples.flatMap((triple) => {
    if (triple.predicate.kind !== 'link') return [];
    const { iri } = triple.predicate;
    const id = schema.idOf(iri.iri);
    return id === undefined || schema.isTyping(iri.iri) ? [] : [{ iri, id, triple }];
  });
  if (relations.length) {
    const { iri, id } = random.pick(relations);
    yield replaced('relation misspelt, last part', iri, misspell(id, random, isRelation));
    yield replaced('relation misspelt, anywhere', iri, misspell(id, random, isRelation, 0));
    const turnable = relations.filter(({ triple }) => triple.object.kind !== 'literal');
    if (turnable.length) {
      const { id: what, triple } = random.pick(turnable);
      yield { damage: 'direction flipped', what, query: flipTriple(gold.text, triple) };
    }
  }
  if (literals.length) {
    yield {
      damage: 'literal kind changed',
      ...changeLiteralKind(gold.text, random.pick(literals), random),
    };
  }
  const classes = triples.flatMap(({ predicate, object }) => {
    if (predicate.kind !== 'link' || !schema.isTyping(predicate.iri.iri) || object.kind !== 'iri') return [];
    const id = schema.idOf(object.iri);
    return id === undefined || isEntityId(id) ? [] : [{ iri: object, id }];
  });
  if (classes.length) {
    const { iri, id } = random.pick(classes);
    yield replaced(
      'class misspelt',
      iri,
      misspell(id, random, (name) => schema.hasType(name), 0),
    );
    yield replaced('class replaced', iri, random.pick(allClasses.filter((other) => other !== id)));
  }
  yield* withoutMediator(gold, schema, random);
}

/** `a r ?m . ?m s b` becomes `a r b`; expected is `a r/s b`. */
function* withoutMediator(gold: QueryModel, schema: KbSchema, random: SeededRandom): Iterable<DamagedGold> {
  const { triples } = collectParts(gold.query);
  const uses = (name: string): number =>
    gold.tokens.filter(
      ({ type, start, end }) => type === 'variable' && gold.text.slice(start + 1, end) === name,
    ).length;
  const pairs = triples.flatMap((first) => {
    const { predicate, object } = first;
    if (predicate.kind !== 'link' || object.kind !== 'variable' || uses(object.name) !== 2) return [];
    const range = schema.relation(schema.idOf(predicate.iri.iri) ?? '')?.range;
    if (range === undefined || schema.type(range)?.kind !== 'mediator') return [];
    return triples.flatMap((second) =>
      second.subject.kind === 'variable' &&
      second.subject.name === object.name &&
      second.predicate.kind === 'link'
        ? [{ first, second, path: [predicate, second.predicate] as const }]
        : [],
    );
  });
  if (!pairs.length) return;
  const { first, second, path } = random.pick(pairs);
  const text = ({ range: { start, end } }: Located): string => gold.text.slice(start, end);
  const after = /^\s*\./.exec(gold.text.slice(second.range.end))?.[0].length ?? 0;
  const shortened = (relation: string): string =>
    applyEdits(gold.text, [
      { range: first.predicate.range, newText: relation },
      { range: first.object.range, newText: text(second.object) },
      { range: { start: second.range.start, end: second.range.end + after }, newText: '' },
    ]);
  yield {
    damage: 'mediator left out',
    what: path.map(text).join('/'),
    query: shortened(text(path[0])),
    expected: shortened(path.map(text).join('/')),
  };
}
