import type { KbSchema } from '../../schema/schema';
import { type Link, type Scope } from '../../schema/inference/scopes';
import {
  constantMismatch,
  constantsIn,
  describeTerm,
  evidenceClash,
  type ConstantEvidence,
  type TypeEvidence,
} from '../../schema/inference/type-evidence';
import type { KbKnowledge } from '../kb-knowledge';
import type { Evidence, Observation, Verifier } from '../verifier';
import { constantObservation } from './constant-clash';
import { fittingNames } from './fitting-names';
import { missedHop } from './missed-hop';
import { reversedObservation, reversalFixes, reversalOf, type Reversal } from './reversed-relation';
import { aTypeOf, capitalized, isTyping, source } from './wording';

/** The types that the patterns give to a variable or an entity can meet in one node. */
export const typeClash: Verifier<'schema'> = {
  code: 'lf_semantic',
  stage: 'schema',
  strength: 'strong',
  severity: 'error',
  title: 'Types do not fit together',
  about:
    'An error only where it is certain: a literal where a node must be, two kinds of literals, or a mediator that is also something else. A warning where only an OPTIONAL, a UNION branch or a MINUS never matches. Two entity types that never occur together are a warning that says "probably". Where a KB can be queried, that warning disappears if a node of the KB is at both places, and becomes an error if none is and the KB is complete. One mistake is reported once, at the relation that contradicts most of the others. Silent next to a syntax error, about unknown relations, and between parts that need not match together (UNION branches, MINUS, NOT EXISTS).',
  *verify(evidence) {
    for (const scope of evidence.inference.scopes.all) {
      const conflicts = conflictsIn(evidence, scope);
      yield* blame(evidence, scope, conflicts);
    }
  },
};

interface Conflict {
  readonly certain: boolean;
  /** The KB that has no such node. */
  readonly confirmedBy?: string;
  readonly one: TypeEvidence;
  /** Absent where a constant itself is what cannot be there. */
  readonly other: TypeEvidence | undefined;
  /** The constant that VALUES or a FILTER holds against it. */
  readonly constant?: ConstantEvidence;
}

function conflictsIn({ schema, inference, kb }: Evidence['schema'], scope: Scope): readonly Conflict[] {
  const types = inference.typesIn(scope);
  const conflicts: Conflict[] = [];
  for (const [key, own] of types.byNode) {
    for (const one of own) {
      const mismatch = constantMismatch(schema, one);
      if (mismatch) conflicts.push({ certain: mismatch !== 'entity-for-mediator', one, other: undefined });
    }
    const kinds = kindsOfEvidence(types.about(key), own.length);
    for (const [index, left] of kinds.entries()) {
      for (const right of kinds.slice(index + 1)) {
        if (!left.own && !right.own) continue;
        const clash = evidenceClash(schema, left.first, right.first);
        if (clash === 'none') continue;
        const met = kb && someNodeAtBoth(schema, left.first, right.first, kb);
        if (met === true) continue;
        const confirmed = met === false && kb?.complete === true && clash === 'probable';
        const certain = clash === 'certain' || confirmed;
        for (const one of left.all) {
          for (const other of right.all)
            if (one.link !== other.link)
              conflicts.push({ certain, ...(confirmed && { confirmedBy: kb.name }), one, other });
        }
      }
    }
  }
  for (const constant of constantsIn(scope)) {
    for (const one of types.byNode.get(constant.node.key) ?? []) {
      const kinds = one.types.map((type) => schema.type(type)?.kind ?? 'unknown');
      const nodes =
        kinds.every((kind) => kind === 'entity' || kind === 'mediator') || one.position !== 'object';
      const literals = kinds.every((kind) => kind === 'literal');
      if (constant.is === 'literal' ? nodes : literals)
        conflicts.push({ certain: true, one, other: undefined, constant });
    }
  }
  return conflicts;
}

interface KindOfEvidence {
  /** Whether it comes from the scope itself, not from an outer scope. */
  readonly own: boolean;
  readonly first: TypeEvidence;
  readonly all: TypeEvidence[];
}

/** Groups equal evidence. A few of each kind are enough to find the minority. */
function kindsOfEvidence(evidence: Iterable<TypeEvidence>, ownCount: number): readonly KindOfEvidence[] {
  const kinds = new Map<string, KindOfEvidence>();
  let count = 0;
  for (const one of evidence) {
    const own = count++ < ownCount;
    const key = `${one.position} ${one.because.join(' ')}`;
    const kind = kinds.get(key);
    if (!kind) kinds.set(key, { own, first: one, all: [one] });
    else if (kind.all.length < 3) kind.all.push(one);
  }
  return [...kinds.values()];
}

/** Reports conflicts at the link that has most of them, and drops the other conflicts of that link. */
function* blame(
  evidence: Evidence['schema'],
  scope: Scope,
  conflicts: readonly Conflict[],
): Iterable<Observation> {
  let left = [...conflicts];
  const own = new Set(scope.links);
  while (left.length) {
    const weights = new Map<Link, Weight>();
    for (const { one, other } of left) {
      for (const [mine, theirs] of other
        ? [
            [one, other],
            [other, one],
          ]
        : [[one, undefined]]) {
        if (!mine || !own.has(mine.link)) continue;
        const weight = weights.get(mine.link) ?? { conflicts: 0, endsEarly: false };
        weight.conflicts++;
        weight.endsEarly ||= theirs !== undefined && endsAtMediator(evidence.schema, mine, theirs);
        weights.set(mine.link, weight);
      }
    }
    const guilty = [...weights].reduce((most, next) =>
      isGuiltier(evidence, scope, next, most) ? next : most,
    )[0];
    const mine = left.filter(({ one, other }) => one.link === guilty || other?.link === guilty);
    const observation = observe(evidence, scope, guilty, mine);
    if (observation) yield observation;
    left = left.filter((conflict) => !mine.includes(conflict));
  }
}

interface Weight {
  conflicts: number;
  endsEarly: boolean;
}
type Weighed = readonly [Link, Readonly<Weight>];

/** Whether a relation ends at a mediator that other evidence takes for an entity: the path is one hop too short. */
function endsAtMediator(schema: KbSchema, mine: TypeEvidence, theirs: TypeEvidence): boolean {
  const kinds = ({ types }: TypeEvidence): readonly unknown[] => types.map((type) => schema.type(type)?.kind);
  return mine.position === 'object' && kinds(mine).includes('mediator') && kinds(theirs).includes('entity');
}

function isGuiltier(
  evidence: Evidence['schema'],
  scope: Scope,
  [link, weight]: Weighed,
  [than, other]: Weighed,
): boolean {
  if (weight.conflicts !== other.conflicts) return weight.conflicts > other.conflicts;
  // Classes are usually right. A relation that ends too early, or fits in the other direction, is the likely mistake.
  const typing = isTyping(evidence.schema, link);
  if (typing !== isTyping(evidence.schema, than)) return !typing;
  const [turn, otherTurn] = [reversalOf(evidence, scope, link), reversalOf(evidence, scope, than)];
  const fits = (one: Reversal | undefined): boolean => one !== undefined && one.hasEvidence && !one.unlikely;
  if (fits(turn) !== fits(otherTurn)) return fits(turn);
  if (weight.endsEarly !== other.endsEarly) return weight.endsEarly;
  if (Boolean(turn?.hasEvidence) !== Boolean(otherTurn?.hasEvidence)) return Boolean(turn?.hasEvidence);
  if (turn && otherTurn && turn.support !== otherTurn.support) return turn.support > otherTurn.support;
  return link.triple.range.start > than.triple.range.start;
}

function observe(
  evidence: Evidence['schema'],
  scope: Scope,
  link: Link,
  conflicts: readonly Conflict[],
): Observation | undefined {
  const { schema } = evidence;
  const main = conflicts.find(({ certain }) => certain) ?? conflicts[0];
  if (!main) return undefined;
  const worth = worthOf(main.certain, scope);
  const mine = main.one.link === link ? main.one : (main.other ?? main.one);
  const theirs = main.one.link === link ? main.other : main.one;
  const where = isTyping(schema, link) ? mine.range : link.range;
  if (!theirs) {
    return {
      ...constantObservation(evidence, scope, mine, main.constant),
      range: main.constant?.range ?? where,
      ...worth,
    };
  }
  const told = explain(evidence, scope, link, mine, theirs, main);
  return { ...told, range: where, ...worth };
}

/** An optional part that never matches removes no answer. */
function worthOf(certain: boolean, { kind }: Scope): Pick<Observation, 'strength' | 'severity'> {
  if (!certain) return { strength: 'weak', severity: 'warning' };
  return kind === 'required' || kind === 'exists' ? {} : { severity: 'warning' };
}

type Unplaced = Omit<Observation, 'range'>;

/** The likeliest mistake: a wrong direction, a missing hop, or a wrong name. */
function explain(
  evidence: Evidence['schema'],
  scope: Scope,
  link: Link,
  mine: TypeEvidence,
  theirs: TypeEvidence,
  { certain, confirmedBy }: Conflict,
): Unplaced {
  const turn = link.plain ? reversalOf(evidence, scope, link) : undefined;
  const asked = confirmedBy === undefined ? '' : ` ${noSuchNode(confirmedBy)}`;
  // The clash is certain then, but not which mistake caused it.
  const turned = (): Unplaced => {
    const told = reversedObservation(evidence, link, mine, theirs, certain && confirmedBy === undefined);
    return { ...told, because: told.because + asked };
  };
  if (turn?.hasEvidence && !turn.unlikely) return turned();
  const hop = missedHop(evidence, link, mine, theirs);
  if (hop?.fixes.length) return hop;
  if (turn?.hasEvidence && turn.support) return turned();
  const told = hop ?? clashObservation(evidence.schema, mine, theirs, certain, confirmedBy);
  const names = fittingNames(evidence, scope, link, mine, theirs);
  return {
    ...told,
    fixes: [...names, ...(turn ? reversalFixes(evidence.query, evidence.schema, link) : [])],
  };
}

function clashObservation(
  schema: KbSchema,
  mine: TypeEvidence,
  theirs: TypeEvidence,
  certain: boolean,
  confirmedBy: string | undefined,
): Unplaced {
  const node = capitalized(describeTerm(mine.node.term ?? theirs.node.term));
  return {
    rule: 'type-clash',
    message: certain
      ? `${node} cannot be both ${aTypeOf(mine.types)} and ${aTypeOf(theirs.types)}`
      : `${node} is probably not both ${aTypeOf(mine.types)} and ${aTypeOf(theirs.types)}`,
    because: `${source(mine)}. ${confirmedBy === undefined ? reason(schema, mine, theirs, certain) : noSuchNode(confirmedBy)}`,
    advice: clashAdvice(schema, mine, theirs),
    related: [{ range: theirs.range, message: source(theirs) }],
  };
}

function noSuchNode(kb: string): string {
  return `No node of the KB ${kb} is at both places.`;
}

function clashAdvice(schema: KbSchema, mine: TypeEvidence, theirs: TypeEvidence): string {
  if (mine.position === 'class') return `Use a class that fits ${theirs.because.join(', ')}.`;
  const literal = theirs.types.some((type) => schema.type(type)?.kind === 'literal');
  if (literal && mine.position === 'subject') return 'Use another variable: a literal cannot be a subject.';
  return `Use a relation whose ${mine.position} is ${aTypeOf(theirs.types)}, or another variable.`;
}

function reason(schema: KbSchema, mine: TypeEvidence, theirs: TypeEvidence, certain: boolean): string {
  if (!certain) return 'No entity of the schema’s sample has both types.';
  const kinds = [...mine.types, ...theirs.types].map((type) => schema.type(type)?.kind);
  if (kinds.includes('literal')) {
    if (kinds.every((kind) => kind === 'literal')) return 'A literal has one datatype only.';
    return 'A literal is not a node of the KB.';
  }
  return 'A mediator connects the parts of one fact and is nothing else.';
}

/** Whether a node of the KB is at both places; undefined where that is unknown, or where a literal is involved. */
function someNodeAtBoth(
  schema: KbSchema,
  one: TypeEvidence,
  other: TypeEvidence,
  kb: KbKnowledge,
): boolean | undefined {
  const literal = [...one.types, ...other.types].some((type) => schema.type(type)?.kind === 'literal');
  if (literal) return undefined;
  // Sorted, so that the same pattern is asked once.
  const parts = [patternOf(one), patternOf(other)].sort();
  return kb.matches(parts.map((part, index) => part.replaceAll('?end', `?end${index}`)).join(' '));
}

function patternOf({ link, position }: TypeEvidence): string {
  const path = link.options.map(({ iri, inverse }) => `${inverse ? '^' : ''}<${iri.iri}>`).join('|');
  const { term } = link.object;
  if (position === 'class' && term?.kind === 'iri') return `?node ${path} <${term.iri}> .`;
  return position === 'object' ? `?end ${path} ?node .` : `?node ${path} ?end .`;
}
