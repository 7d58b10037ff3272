import type { KbSchema } from '../../kb/schema';
import { type Link, type Scope } from '../../infer/scopes';
import {
  constantMismatch,
  constantsIn,
  describeTerm,
  evidenceClash,
  evidenceOf,
  type ConstantEvidence,
  type ScopeTypes,
  type TypeEvidence,
} from '../../infer/type-evidence';
import type { Evidence, Fix, Observation, Verifier } from '../verifier';
import { aLabel, aTypeOf, leadsOn, writtenLike } from './wording';

/** The types that the patterns give to a variable or an entity can meet in one node. */
export const typeClash: Verifier<'schema'> = {
  code: 'lf_semantic',
  stage: 'schema',
  strength: 'strong',
  severity: 'error',
  title: 'Types cannot meet',
  about:
    'An error only where it is certain: a literal where a node must be, two kinds of literals, a mediator that is also something else; a warning where only an OPTIONAL, a UNION branch or a MINUS is dead of it. Two classes of entities that were never seen together are a warning that says "probably". One mistake is told once, at the relation that the others speak against. Silent next to a syntax error, about unknown relations, and between scopes that need not hold together (UNION branches, MINUS, NOT EXISTS).',
  *verify(evidence) {
    for (const scope of evidence.inference.scopes.all) {
      const conflicts = conflictsIn(evidence, scope);
      yield* blame(evidence, scope, conflicts);
    }
  },
};

interface Conflict {
  readonly certain: boolean;
  readonly one: TypeEvidence;
  /** Absent where a constant itself is what cannot be there. */
  readonly other: TypeEvidence | undefined;
  /** The constant that VALUES or a FILTER holds against it. */
  readonly constant?: ConstantEvidence;
}

function conflictsIn({ schema, inference }: Evidence['schema'], scope: Scope): readonly Conflict[] {
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
        for (const one of left.all) {
          for (const other of right.all)
            if (one.link !== other.link) conflicts.push({ certain: clash === 'certain', one, other });
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
  /** Whether the scope itself says it, and not only a scope around it. */
  readonly own: boolean;
  readonly first: TypeEvidence;
  readonly all: TypeEvidence[];
}

/** Evidence that says the same for the same reason is weighed once; a few of each are enough to tell which is in the minority. */
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

/** Conflicts are told at the link that has most of them, and with it go all that it takes part in. */
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

/** A relation that leads to a mediator, where something else is said of the mediator: the way stops one hop too early. */
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
  // A class is what the writer was sure of; a relation that ends too early or would fit the other way round gives itself away.
  const typing = isTyping(evidence.schema, link);
  if (typing !== isTyping(evidence.schema, than)) return !typing;
  if (weight.endsEarly !== other.endsEarly) return weight.endsEarly;
  const flips = fitsReversed(evidence, scope, link);
  if (flips !== fitsReversed(evidence, scope, than)) return flips;
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
      ...constantObservation(schema, mine, main.constant),
      range: main.constant?.range ?? where,
      ...worth,
    };
  }
  const told =
    missedHop(evidence, link, mine, theirs) ??
    (link.plain && !isTyping(schema, link) && fitsReversed(evidence, scope, link)
      ? reversedObservation(evidence, link, mine, theirs, main.certain)
      : clashObservation(schema, mine, theirs, main.certain));
  return { ...told, range: where, ...worth };
}

/** A part that can never match spoils no answer where the query works without it. */
function worthOf(certain: boolean, { kind }: Scope): Pick<Observation, 'strength' | 'severity'> {
  if (!certain) return { strength: 'weak', severity: 'warning' };
  return kind === 'required' || kind === 'exists' ? {} : { severity: 'warning' };
}

type Told = Omit<Observation, 'range'>;

function clashObservation(
  schema: KbSchema,
  mine: TypeEvidence,
  theirs: TypeEvidence,
  certain: boolean,
): Told {
  const node = describeTerm(mine.node.term ?? theirs.node.term);
  return {
    rule: 'type-clash',
    message: certain
      ? `${node} cannot be both ${aTypeOf(mine.types)} and ${aTypeOf(theirs.types)}`
      : `${node} is probably not both ${aTypeOf(mine.types)} and ${aTypeOf(theirs.types)}`,
    because: `${source(mine)}, and ${source(theirs)}; ${reason(schema, mine, theirs, certain)}.`,
    advice: clashAdvice(schema, mine, theirs),
    related: [{ range: theirs.range, message: source(theirs) }],
  };
}

function clashAdvice(schema: KbSchema, mine: TypeEvidence, theirs: TypeEvidence): string {
  if (mine.position === 'class') return `Choose a class that fits ${theirs.because.join(', ')}.`;
  const literal = theirs.types.some((type) => schema.type(type)?.kind === 'literal');
  if (literal && mine.position === 'subject')
    return `Use another variable: nothing starts from ${aLabel(theirs.types[0] ?? '')}.`;
  return `Use a relation whose ${mine.position} is ${aTypeOf(theirs.types)}, or another variable.`;
}

/** The relation leads to a mediator, and what is meant lies one step further. */
function missedHop(
  { query, schema }: Evidence['schema'],
  link: Link,
  mine: TypeEvidence,
  theirs: TypeEvidence,
): Told | undefined {
  const [mediator] = mine.types;
  const [wanted] = theirs.types;
  const [option] = link.options;
  if (mediator === undefined || wanted === undefined || !option || mine.position !== 'object' || !link.plain)
    return undefined;
  if (schema.type(mediator)?.kind !== 'mediator' || schema.type(wanted)?.kind !== 'entity') return undefined;
  const back = schema.relation(mine.because[0] ?? '')?.reverse;
  const fitting = leadsOn(schema, mediator).filter((id) => {
    const reached = schema.relation(id)?.range;
    return reached !== undefined && schema.related(reached, wanted);
  });
  // The way back to where one came from is right for a spouse or a sibling, where there is no other.
  const onward = [...fitting.filter((id) => id !== back), ...fitting.filter((id) => id === back)];
  const node = describeTerm(mine.node.term ?? theirs.node.term);
  const relation = mine.because.join('|');
  return {
    rule: 'missed-hop',
    message: `${relation} leads to a mediator node, not to ${aTypeOf(theirs.types)}`,
    because: `Its object is ${aTypeOf(mine.types)}, which only holds the parts of a fact together; ${source(theirs)}.`,
    advice: onward.length
      ? `Go one step further: ${relation}/${onward[0]}`
      : `Put a variable between ${relation} and ${node}, and a relation of ${mediator}.`,
    related: [{ range: theirs.range, message: source(theirs) }],
    fixes: onward.slice(0, 3).map((id) => ({
      title: `Step over the mediator: ${relation}/${id}`,
      edits: [
        {
          range: { start: link.range.end, end: link.range.end },
          newText: `/${writtenLike(option.iri, id, query, schema)}`,
        },
      ],
      safety: 'unsafe',
    })),
  };
}

function reversedObservation(
  { query, schema }: Evidence['schema'],
  link: Link,
  mine: TypeEvidence,
  theirs: TypeEvidence,
  certain: boolean,
): Told {
  const option = link.options[0];
  const id = option ? (schema.idOf(option.iri.iri) ?? '') : '';
  const relation = schema.relation(id);
  const reverse = relation?.reverse;
  const { subject, object } = link.triple;
  const fixes: Fix[] = [];
  const text = (range: { readonly start: number; readonly end: number }): string =>
    query.text.slice(range.start, range.end);
  // In `?x p ?a ; q ?b` the subject stands elsewhere, so that it cannot be swapped in place.
  const inPlace =
    subject.range.end <= link.range.start &&
    query.text.slice(subject.range.end, link.range.start).trim() === '';
  const alone = !/^\s*[;,]/.test(query.text.slice(object.range.end)) && object.kind !== 'literal';
  if (inPlace && alone) {
    fixes.push({
      title: `Swap ${text(subject.range)} and ${text(object.range)}`,
      edits: [
        { range: subject.range, newText: text(object.range) },
        { range: object.range, newText: text(subject.range) },
      ],
      safety: 'unsafe',
    });
  }
  if (reverse !== undefined && option) {
    fixes.push({
      title: `Use the reverse relation ${reverse}`,
      edits: [{ range: link.range, newText: writtenLike(option.iri, reverse, query, schema) }],
      safety: 'unsafe',
    });
  }
  const wrong = mine.position === 'subject' ? subject : object;
  return {
    rule: 'reversed-relation',
    message: `${id} ${certain ? 'stands' : 'probably stands'} the wrong way round`,
    because: `Its ${mine.position} is ${aTypeOf(mine.types)}, but here ${describeTerm(wrong)} is ${aTypeOf(theirs.types)} (${theirs.because.join(', ')}).`,
    advice: `Swap ${describeTerm(subject)} and ${describeTerm(object)}${reverse === undefined ? '' : `, or use its reverse ${reverse}`}.`,
    related: [{ range: theirs.range, message: source(theirs) }],
    fixes,
  };
}

function constantObservation(
  schema: KbSchema,
  mine: TypeEvidence,
  constant: ConstantEvidence | undefined,
): Told {
  const term = describeTerm(constant ? constant.terms[0] : mine.node.term);
  const related = constant ? [{ range: mine.range, message: source(mine) }] : [];
  if (constant?.is === 'literal' || constantMismatch(schema, mine) === 'literal-for-entity') {
    const name = constant ? describeTerm(mine.node.term) : '?node';
    return {
      rule: 'literal-for-entity',
      related,
      message: constant
        ? `${name} is a node of the KB and never equals ${term}`
        : `${term} cannot be the object of ${mine.because.join(', ')}`,
      because:
        mine.position !== 'object'
          ? `${name} is the subject of ${mine.because.join(', ')}, and a literal is never a subject.`
          : `${mine.because.join(', ')} leads to ${aTypeOf(mine.types)}, which is a node of the KB and not a literal.`,
      advice: constant
        ? `Compare its name instead: ${name} type.object.name ?name .`
        : `Use a variable, and match its name: … ${mine.because[0]} ?node . ?node type.object.name ${term}${/@|\d$/.test(term) ? '' : '@en'}`,
    };
  }
  if (!constant && constantMismatch(schema, mine) === 'entity-for-mediator') {
    const type = mine.types[0] ?? '';
    const onward = leadsOn(schema, type);
    return {
      rule: 'entity-for-mediator',
      message: `${term} is probably not ${aTypeOf(mine.types)}`,
      because: `${mine.because.join(', ')} leads to a mediator node, which only holds ${aLabel(type)} together; nobody writes the id of one by hand.`,
      advice: onward.length
        ? `Go through the mediator: ${mine.because[0]} ?node . ?node ${onward[0]} ${term}`
        : 'Put a variable for the mediator, and go on from it.',
    };
  }
  return {
    rule: 'entity-for-literal',
    related,
    message: `${term} cannot be the object of ${mine.because.join(', ')}`,
    because: `${mine.because.join(', ')} leads to ${aLabel(mine.types[0] ?? '')} value, which is a literal and not a node of the KB.`,
    advice: 'Use a literal or a variable, or another relation.',
  };
}

/** "film.film.genre says that ?x is a film (film.film)" */
function source({ node, types, position, because }: TypeEvidence): string {
  const what = `${describeTerm(node.term)} is ${aTypeOf(types)}`;
  return position === 'class'
    ? `the class says that ${what}`
    : `${because.join('|')} says that its ${position} ${what}`;
}

function reason(schema: KbSchema, mine: TypeEvidence, theirs: TypeEvidence, certain: boolean): string {
  if (!certain) return 'in the part of the KB that was looked through, no entity has both types';
  const kinds = [...mine.types, ...theirs.types].map((type) => schema.type(type)?.kind);
  if (kinds.includes('literal')) {
    if (kinds.every((kind) => kind === 'literal')) return 'a literal has one kind only';
    return 'a literal is not a node of the KB';
  }
  return 'a mediator node holds one fact together and is nothing else';
}

function isTyping(schema: KbSchema, link: Link): boolean {
  return link.options.some(({ iri }) => schema.isTyping(iri.iri));
}

/** With subject and object exchanged, would all that is known of both still agree? */
function fitsReversed({ schema, inference }: Evidence['schema'], scope: Scope, link: Link): boolean {
  if (isTyping(schema, link) || link.options.length !== 1) return false;
  const types: ScopeTypes = inference.typesIn(scope);
  const swapped: Link = { ...link, subject: link.object, object: link.subject };
  const evidence = evidenceOf(swapped, schema);
  if (evidence.length < 2) return false;
  let spokenFor = 0;
  // What leads to a literal has nothing to be swapped with.
  const toLiteral = evidence.some(({ types }) => types.some((type) => schema.type(type)?.kind === 'literal'));
  if (toLiteral || evidence.some((one) => constantMismatch(schema, one))) return false;
  for (const one of evidence) {
    if (one.node.term?.kind === 'literal') return false;
    for (const other of types.about(one.node.key)) {
      if (other.link === link) continue;
      if (evidenceClash(schema, one, other) !== 'none') return false;
      spokenFor++;
    }
  }
  return spokenFor > 0;
}
