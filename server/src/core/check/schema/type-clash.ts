import type { QueryModel } from '../../language/sparql/model';
import type { KbSchema } from '../../schema/schema';
import { isNeeded, type Link, type Scope } from '../../schema/inference/scopes';
import {
  constantMismatch,
  findConstants,
  describeTerm,
  evidenceClash,
  mayBeObject,
  type ConstantEvidence,
  type TypeEvidence,
} from '../../schema/inference/type-evidence';
import type { KbKnowledge } from '../kb-knowledge';
import type { Evidence, Observation, UnlocatedObservation, Verifier } from '../verifier';
import { constantObservation } from './constant-clash';
import { fittingNames } from './fitting-names';
import { missedHop } from './missed-hop';
import { reversedObservation, reversalFixes, reversalOf, type Reversal } from './reversed-relation';
import { describeTypes, capitalize, isTyping, describeSource } from './wording';

/** All types that the patterns give a node fit together. */
export const typeClash: Verifier<'schema'> = {
  code: 'lf_semantic',
  stage: 'schema',
  strength: 'strong',
  severity: 'error',
  title: 'Types do not fit together',
  about:
    'An error only where it is certain: a literal where a node must be, two kinds of literals, or a mediator that is also something else, by its class or as a subject. A warning where only an OPTIONAL, a UNION branch or a MINUS never matches. Two entity types that never occur together are a warning that says "probably". Where a KB can be queried, that warning disappears if a node of the KB is in both positions, and becomes an error if none is and the KB is complete. One mistake is reported once, at the relation that contradicts most of the others. Not reported next to a syntax error, for unknown relations, or between parts that need not match together (UNION branches, MINUS, NOT EXISTS).',
  *verify(evidence) {
    for (const scope of evidence.inference.scopes.all) {
      const conflicts = findConflicts(evidence, scope);
      if (conflicts.length) yield* reportConflicts(evidence, scope, conflicts);
    }
  },
};

interface Conflict {
  readonly certain: boolean;
  /** The name of the KB that has no node with both types. */
  readonly confirmedBy?: string;
  readonly one: TypeEvidence;
  /** Undefined if the clash is with a constant. */
  readonly other: TypeEvidence | undefined;
  /** The constant of VALUES or a FILTER, if it is not a term of the triple. */
  readonly constant?: ConstantEvidence;
}

function findConflicts(
  { query, schema, inference, kb }: Evidence['schema'],
  scope: Scope,
): readonly Conflict[] {
  const types = inference.typesIn(scope);
  const conflicts: Conflict[] = [];
  for (const [key, own] of types.byNode) {
    for (const one of own) {
      const mismatch = constantMismatch(schema, one);
      const isProbable = mismatch === 'entity-for-mediator';
      if (mismatch && !(isProbable && hasExpectedType(one, kb)))
        conflicts.push({ certain: !isProbable, one, other: undefined });
    }
    const all = types.evidenceFor(key);
    if (haveSameType(all)) continue;
    const kinds = kindsOfEvidence(all, own.length);
    for (const [index, left] of kinds.entries()) {
      for (const right of kinds.slice(index + 1)) {
        if (!left.own && !right.own) continue;
        const clash = evidenceClash(schema, left.first, right.first);
        if (clash === 'none') continue;
        const nodeExists = kb && someNodeAtBoth(schema, left.first, right.first, kb);
        if (nodeExists === true) continue;
        const confirmed = nodeExists === false && kb?.complete === true && clash === 'probable';
        const certain = clash === 'certain' || confirmed;
        for (const one of left.all) {
          for (const other of right.all)
            if (one.link !== other.link && !isErrorBetween(query, one.link, other.link))
              conflicts.push({ certain, ...(confirmed && { confirmedBy: kb.name }), one, other });
        }
      }
    }
  }
  for (const constant of findConstants(scope)) {
    const clashing = (types.byNode.get(constant.node.key) ?? []).filter((one) => {
      const kinds = one.types.map((type) => schema.type(type)?.kind ?? 'unknown');
      const expectsNodes =
        kinds.every((kind) => kind === 'entity' || kind === 'mediator') || !mayBeObject(one);
      return constant.kind === 'literal' ? expectsNodes : kinds.every((kind) => kind === 'literal');
    });
    // It is reported once, at the constant.
    const one = clashing.find(({ position }) => position === 'object') ?? clashing[0];
    if (one) conflicts.push({ certain: true, one, other: undefined, constant });
  }
  return conflicts;
}

/** Whether the KB gives a constant one of the types that its place requires. */
function hasExpectedType({ node, types }: TypeEvidence, kb: KbKnowledge | undefined): boolean {
  const known = node.term?.kind === 'iri' ? kb?.entity(node.term.iri)?.types : undefined;
  return known?.some((type) => types.includes(type)) ?? false;
}

/** Whether a syntax error is between two triples, which may then be in different groups. */
function isErrorBetween({ parses, problems }: QueryModel, one: Link, other: Link): boolean {
  if (parses) return false;
  const [first, last] = one.triple.range.start < other.triple.range.start ? [one, other] : [other, one];
  return problems.some(
    ({ range }) => first.triple.range.end <= range.start && range.end <= last.triple.range.start,
  );
}

interface KindOfEvidence {
  /** Whether it comes from the scope itself, not from an outer scope. */
  readonly own: boolean;
  readonly first: TypeEvidence;
  readonly all: TypeEvidence[];
}

/** Whether nothing can clash, as for most nodes. */
function haveSameType(evidence: readonly TypeEvidence[]): boolean {
  const type = evidence[0]?.types[0];
  return evidence.every(({ types }) => types.length === 1 && types[0] === type);
}

/** Groups equal evidence. A few of each kind are enough to find the minority. */
function kindsOfEvidence(evidence: readonly TypeEvidence[], ownCount: number): readonly KindOfEvidence[] {
  const kinds = new Map<string, KindOfEvidence>();
  for (const [index, one] of evidence.entries()) {
    const key = `${one.position} ${one.because.join(' ')}`;
    const kind = kinds.get(key);
    if (!kind) kinds.set(key, { own: index < ownCount, first: one, all: [one] });
    else if (kind.all.length < 3) kind.all.push(one);
  }
  return [...kinds.values()];
}

/** Reports conflicts at the link that has most of them, and drops the other conflicts of that link. */
function* reportConflicts(
  evidence: Evidence['schema'],
  scope: Scope,
  conflicts: readonly Conflict[],
): Iterable<Observation> {
  const own = new Set(scope.links);
  // A conflict between two links of an outer scope is reported there.
  let left = conflicts.filter(({ one, other }) => own.has(one.link) || (other && own.has(other.link)));
  while (left.length) {
    const countsByLink = new Map<Link, ConflictCount>();
    for (const { one, other } of left) {
      const sides = [
        [one, other],
        [other, one],
      ];
      for (const [mine, theirs] of sides) {
        if (!mine || !own.has(mine.link)) continue;
        const count = countsByLink.get(mine.link) ?? { conflicts: 0, endsEarly: false };
        count.conflicts++;
        count.endsEarly ||= theirs !== undefined && endsAtMediator(evidence.schema, mine, theirs);
        countsByLink.set(mine.link, count);
      }
    }
    const [cause] = [...countsByLink].reduce((best, next) =>
      isLikelierCause(evidence, scope, next, best) ? next : best,
    );
    const mine = left.filter(({ one, other }) => one.link === cause || other?.link === cause);
    const observation = observe(evidence, scope, cause, mine);
    if (observation) yield observation;
    left = left.filter((conflict) => !mine.includes(conflict));
  }
}

interface ConflictCount {
  conflicts: number;
  /** Whether the relation ends at a mediator that other evidence takes for an entity. */
  endsEarly: boolean;
}

/** Whether the path is one hop too short: it ends at a mediator where an entity is expected. */
function endsAtMediator(schema: KbSchema, mine: TypeEvidence, theirs: TypeEvidence): boolean {
  const kinds = ({ types }: TypeEvidence): readonly unknown[] => types.map((type) => schema.type(type)?.kind);
  return mine.position === 'object' && kinds(mine).includes('mediator') && kinds(theirs).includes('entity');
}

/** Whether one link is more likely the mistake than another. */
function isLikelierCause(
  evidence: Evidence['schema'],
  scope: Scope,
  [link, count]: readonly [Link, ConflictCount],
  [otherLink, other]: readonly [Link, ConflictCount],
): boolean {
  if (count.conflicts !== other.conflicts) return count.conflicts > other.conflicts;
  // Classes are usually right. A relation that ends too early, or fits in the other direction, is the likely mistake.
  const typing = isTyping(evidence.schema, link);
  if (typing !== isTyping(evidence.schema, otherLink)) return !typing;
  const [reversal, otherReversal] = [link, otherLink].map((one) => reversalOf(evidence, scope, one));
  const fits = (one: Reversal | undefined): boolean => one !== undefined && one.hasEvidence && !one.unlikely;
  if (fits(reversal) !== fits(otherReversal)) return fits(reversal);
  if (count.endsEarly !== other.endsEarly) return count.endsEarly;
  const hasEvidence = reversal?.hasEvidence ?? false;
  if (hasEvidence !== (otherReversal?.hasEvidence ?? false)) return hasEvidence;
  if (reversal && otherReversal && reversal.support !== otherReversal.support)
    return reversal.support > otherReversal.support;
  return link.triple.range.start > otherLink.triple.range.start;
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
  const severity = severityOf(main.certain, scope);
  const mine = main.one.link === link ? main.one : (main.other ?? main.one);
  const theirs = main.one.link === link ? main.other : main.one;
  const where = isTyping(schema, link) ? mine.range : link.range;
  if (!theirs) {
    return {
      ...constantObservation(evidence, scope, mine, main.constant),
      range: main.constant?.range ?? where,
      ...severity,
    };
  }
  return { ...explain(evidence, scope, link, mine, theirs, main), range: where, ...severity };
}

/** An optional part that never matches removes no answer. */
function severityOf(certain: boolean, scope: Scope): Pick<Observation, 'strength' | 'severity'> {
  if (!certain) return { strength: 'weak', severity: 'warning' };
  return isNeeded(scope) ? {} : { severity: 'warning' };
}

/** Explains a clash by its likeliest cause: a wrong direction, a missing hop, or a wrong name. */
function explain(
  evidence: Evidence['schema'],
  scope: Scope,
  link: Link,
  mine: TypeEvidence,
  theirs: TypeEvidence,
  { certain, confirmedBy }: Conflict,
): UnlocatedObservation {
  const reversal = link.isSimple ? reversalOf(evidence, scope, link) : undefined;
  const explainReversal = (): UnlocatedObservation => {
    // If the KB confirmed it, the clash is certain, but its cause is not.
    const isCertain = certain && confirmedBy === undefined;
    const observation = reversedObservation(evidence, link, mine, theirs, isCertain);
    if (confirmedBy === undefined) return observation;
    return { ...observation, because: `${observation.because} ${noSuchNode(confirmedBy)}` };
  };
  if (reversal?.hasEvidence && !reversal.unlikely) return explainReversal();
  const hop = missedHop(evidence, link, mine, theirs);
  if (hop?.fixes.length) return hop;
  if (reversal?.hasEvidence && reversal.support) return explainReversal();
  const observation = hop ?? clashObservation(evidence.schema, mine, theirs, certain, confirmedBy);
  const names = fittingNames(evidence, scope, link, mine, theirs);
  return {
    ...observation,
    fixes: [...names, ...(reversal ? reversalFixes(evidence.query, evidence.schema, link) : [])],
  };
}

function clashObservation(
  schema: KbSchema,
  mine: TypeEvidence,
  theirs: TypeEvidence,
  certain: boolean,
  confirmedBy: string | undefined,
): UnlocatedObservation {
  const node = capitalize(describeTerm(mine.node.term ?? theirs.node.term));
  return {
    rule: 'type-clash',
    message: certain
      ? `${node} cannot be both ${describeTypes(mine.types)} and ${describeTypes(theirs.types)}`
      : `${node} is probably not both ${describeTypes(mine.types)} and ${describeTypes(theirs.types)}`,
    because: `${describeSource(mine)}. ${confirmedBy === undefined ? clashReason(schema, mine, theirs, certain) : noSuchNode(confirmedBy)}`,
    advice: clashAdvice(schema, mine, theirs),
    related: [{ range: theirs.range, message: describeSource(theirs) }],
  };
}

function noSuchNode(kb: string): string {
  return `No node of the KB ${kb} is in both positions.`;
}

function clashAdvice(schema: KbSchema, mine: TypeEvidence, theirs: TypeEvidence): string {
  if (mine.position === 'class') return `Use a class that fits ${theirs.because.join(', ')}.`;
  const literal = theirs.types.some((type) => schema.type(type)?.kind === 'literal');
  if (literal && mine.position === 'subject') return 'Use another variable: a literal cannot be a subject.';
  return `Use a relation whose ${mine.position} is ${describeTypes(theirs.types)}, or another variable.`;
}

function clashReason(schema: KbSchema, mine: TypeEvidence, theirs: TypeEvidence, certain: boolean): string {
  if (!certain) return 'No entity of the schema’s sample has both types.';
  const kinds = [...mine.types, ...theirs.types].map((type) => schema.type(type)?.kind);
  if (kinds.includes('literal')) {
    if (kinds.every((kind) => kind === 'literal')) return 'A literal has one datatype only.';
    return 'A literal is not a node of the KB.';
  }
  return 'A mediator connects the parts of one fact and is nothing else.';
}

/** Whether a node of the KB is in both positions; undefined if that is unknown or a literal is involved. */
function someNodeAtBoth(
  schema: KbSchema,
  one: TypeEvidence,
  other: TypeEvidence,
  kb: KbKnowledge,
): boolean | undefined {
  const literal = [...one.types, ...other.types].some((type) => schema.type(type)?.kind === 'literal');
  if (literal) return undefined;
  // Sorted, so that a pattern is queried only once.
  const parts = [patternOf(one), patternOf(other)].sort();
  return kb.matches(parts.map((part, index) => part.replaceAll('?end', `?end${index}`)).join(' '));
}

function patternOf({ link, position }: TypeEvidence): string {
  const path = link.options.map(({ iri, inverse }) => `${inverse ? '^' : ''}<${iri.iri}>`).join('|');
  const { term } = link.object;
  if (position === 'class' && term?.kind === 'iri') return `?node ${path} <${term.iri}> .`;
  return position === 'object' ? `?end ${path} ?node .` : `?node ${path} ?end .`;
}
