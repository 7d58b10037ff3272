import type { KbSchema } from '../../schema/schema';
import type { Link, Scope } from '../../schema/inference/scopes';
import {
  constantMismatch,
  describeTerm,
  evidenceClash,
  evidenceFromLink,
  type TypeEvidence,
} from '../../schema/inference/type-evidence';
import type { QueryModel } from '../../language/sparql/model';
import type { TextRange } from '../../language/text/range';
import type { Evidence, Fix, UnlocatedObservation } from '../verifier';
import { describeTypes, isTyping, describeSource, writeIriLike } from './wording';

/** The reversal of a relation, which fits all other evidence about its subject and object. */
export interface Reversal {
  /** How well the types fit. Equal types count more than related ones. */
  readonly support: number;
  /** Whether no types support it, or it alone would make a node a mediator. */
  readonly unlikely: boolean;
  /** Whether anything else is known about subject or object. */
  readonly hasEvidence: boolean;
}

const cache = new WeakMap<Link, Reversal | 'none'>();

/** The reversal of a relation if that would fit, cached for each link. */
export function reversalOf(evidence: Evidence['schema'], scope: Scope, link: Link): Reversal | undefined {
  let reversal = cache.get(link);
  if (!reversal) cache.set(link, (reversal = findReversal(evidence, scope, link) ?? 'none'));
  return reversal === 'none' ? undefined : reversal;
}

/** Whether a relation contradicts others and would fit in the other direction. */
export function isReversed(evidence: Evidence['schema'], link: Link): boolean {
  const { schema, inference } = evidence;
  const scope = inference.scopes.all.find(({ links }) => links.includes(link));
  if (!scope) return false;
  const reversal = reversalOf(evidence, scope, link);
  if (!reversal?.hasEvidence || reversal.unlikely) return false;
  const types = inference.typesIn(scope);
  return evidenceFromLink(link, schema).some((one) =>
    types
      .evidenceFor(one.node.key)
      .some((other) => other.link !== link && evidenceClash(schema, one, other) !== 'none'),
  );
}

function findReversal(
  { schema, inference }: Evidence['schema'],
  scope: Scope,
  link: Link,
): Reversal | undefined {
  if (isTyping(schema, link) || link.options.length !== 1 || link.object.term?.kind === 'literal')
    return undefined;
  const evidence = evidenceFromLink({ ...link, subject: link.object, object: link.subject }, schema);
  if (evidence.length < 2 || evidence.some((one) => constantMismatch(schema, one))) return undefined;
  const types = inference.typesIn(scope);
  let hasEvidence = false;
  let support = 0;
  let unlikely = false;
  for (const one of evidence) {
    let agreement = 0;
    for (const other of types.evidenceFor(one.node.key)) {
      if (other.link === link) continue;
      if (evidenceClash(schema, one, other) !== 'none' || isValueOfNode(schema, one, other)) return undefined;
      hasEvidence = true;
      agreement = Math.max(agreement, agreementOf(schema, one, other));
    }
    support += agreement;
    unlikely ||= !agreement && one.types.every((type) => schema.isMediator(type));
  }
  return { support, unlikely: unlikely || !support, hasEvidence };
}

/** Whether a value would become a node. Keys are values, although the schema has no literal type for them. */
function isValueOfNode(schema: KbSchema, one: TypeEvidence, other: TypeEvidence): boolean {
  const isNode = (type: string): boolean => ['entity', 'mediator'].includes(schema.type(type)?.kind ?? '');
  return one.position === 'object' && !one.types.some(isNode) && other.types.some(isNode);
}

function agreementOf(schema: KbSchema, one: TypeEvidence, other: TypeEvidence): number {
  let best = 0;
  for (const left of one.types) {
    for (const right of other.types) {
      const agreement =
        left === right ? 3 : schema.areRelated(left, right) ? 2 : schema.coOccur(left, right) ? 1 : 0;
      best = Math.max(best, agreement);
    }
  }
  return best;
}

export function reversedObservation(
  { query, schema }: Evidence['schema'],
  link: Link,
  mine: TypeEvidence,
  theirs: TypeEvidence,
  certain: boolean,
): UnlocatedObservation {
  const id = schema.idOf(link.options[0]?.iri.iri ?? '') ?? '';
  const reverse = schema.relation(id)?.reverse;
  const { subject, object } = link.triple;
  const wrong = mine.position === 'subject' ? subject : object;
  return {
    rule: 'reversed-relation',
    message: `${id} is ${certain ? '' : 'probably '}used in the wrong direction`,
    because: `Its ${mine.position} is ${describeTypes(mine.types)}, but ${describeTerm(wrong)} is ${describeTypes(theirs.types)}.`,
    advice: `Swap ${describeTerm(subject)} and ${describeTerm(object)}${reverse === undefined ? '' : `, or use the reverse relation ${reverse}`}.`,
    related: [{ range: theirs.range, message: describeSource(theirs) }],
    fixes: reversalFixes(query, schema, link),
  };
}

/** Ways to reverse a relation. All give the same query; the first is the easiest to read. */
export function reversalFixes(query: QueryModel, schema: KbSchema, link: Link): readonly Fix[] {
  const [option] = link.options;
  if (!link.isSimple || !option) return [];
  const { subject, object } = link.triple;
  const reverse = schema.relation(schema.idOf(option.iri.iri) ?? '')?.reverse;
  const text = ({ start, end }: TextRange): string => query.text.slice(start, end);
  const fixes: Fix[] = [];
  if (canSwapInPlace(query, link)) {
    fixes.push({
      title: `Swap subject and object: ${text(object.range)} … ${text(subject.range)}`,
      edits: [
        { range: subject.range, newText: text(object.range) },
        { range: object.range, newText: text(subject.range) },
      ],
      safety: 'unsafe',
    });
  }
  if (reverse !== undefined) {
    fixes.push({
      title: `Use the reverse relation ${reverse}`,
      edits: [{ range: link.range, newText: writeIriLike(option.iri, reverse, query, schema) }],
      safety: 'unsafe',
    });
  }
  if (!fixes.length) {
    fixes.push({
      title: `Use the inverse path ^${text(link.range)}`,
      edits: [{ range: { start: link.range.start, end: link.range.start }, newText: '^' }],
      safety: 'unsafe',
    });
  }
  return fixes;
}

/** Whether subject and object can be swapped in place. In `?x p ?a ; q ?b` the subject is shared. */
export function canSwapInPlace(
  { text }: QueryModel,
  { triple: { subject, object }, range }: Pick<Link, 'triple' | 'range'>,
): boolean {
  return (
    subject.range.end <= range.start &&
    text.slice(subject.range.end, range.start).trim() === '' &&
    !/^\s*[;,]/.test(text.slice(object.range.end, object.range.end + 200))
  );
}
