/** Reads triples with predicate lists, blank nodes, collections and property paths. */
import { RDF } from '../../rdf/names';
import { range } from '../../text/range';
import type { Group, IriTerm, PropertyPath, Term, Triple, VariableTerm } from '../model';
import { spanOf } from './expressions';
import { newTripleTerm, readAnnotations, readQuotedNode, startsQuotedTriple } from './quoted-triples';
import { MAX_DEPTH, type ParserState } from './state';
import { readIri, readTerm, readVariable, startsIri, startsTerm } from './terms';
import {
  readAnyRelation,
  readBackquoted,
  readOptions,
  readPathCount,
  startsAnyRelation,
  startsOptions,
} from './virtuoso';

export function readTriples(state: ParserState, group: Group): void {
  const subject = readNode(state, group);
  if (subject) readPropertyList(state, group, subject);
}

function readPropertyList(state: ParserState, group: Group, subject: Term): void {
  for (;;) {
    while (state.takePunctuation(';'));
    if (!startsVerb(state)) return;
    const verbStart = state.at;
    const predicate = readVerb(state, group);
    const predicateEnd = state.endOfLast();
    if (!readObjects(state, group, subject, predicate, predicateEnd)) {
      if (state.at === verbStart) state.at++;
      return;
    }
    if (!state.isPunctuation(';')) return;
  }
}

function readObjects(
  state: ParserState,
  group: Group,
  subject: Term,
  predicate: VariableTerm | PropertyPath,
  predicateEnd: number,
): boolean {
  for (;;) {
    if (!startsNode(state) || beginsNextTriple(state, predicateEnd)) return false;
    const object = readNode(state, group);
    if (!object) return false;
    const where = range(Math.min(subject.range.start, predicate.range.start), object.range.end);
    const isAnnotated = state.isPunctuation('~') || state.isPunctuation('{|');
    const tripleTerm = isAnnotated ? newTripleTerm(state, where) : undefined;
    const triple: Triple = { subject, predicate, object, range: where, ...(tripleTerm && { tripleTerm }) };
    group.triples.push(triple);
    group.order.push(triple);
    if (tripleTerm) {
      const isSimple = predicate.kind === 'variable' || predicate.kind === 'link';
      readAnnotations(state, group, tripleTerm, isSimple, (reifier) =>
        readPropertyList(state, group, reifier),
      );
    }
    if (startsOptions(state)) readOptions(state, group);
    if (!state.takePunctuation(',')) return true;
  }
}

/**
 * In `?x ns:film.film.` ⏎ `?y ns:film.film.genre ?z` the first line lacks its object. `?y` is not the object, because it is
 * on a new line and a verb follows it.
 */
function beginsNextTriple(state: ParserState, predicateEnd: number): boolean {
  const node = state.peek();
  const verb = state.peek(1);
  const object = state.peek(2);
  if (!node || !verb || !object || node.type === 'punctuation') return false;
  const looksLikeVerb =
    verb.type === 'pname' || verb.type === 'iri' || (verb.type === 'keyword' && verb.value === 'A');
  return (
    looksLikeVerb &&
    /[\n\r]/.test(state.text.slice(predicateEnd, node.start)) &&
    !/[\n\r]/.test(state.text.slice(node.end, verb.start))
  );
}

export function startsNode(state: ParserState): boolean {
  return (
    startsTerm(state) ||
    state.isPunctuation('[') ||
    state.isPunctuation('(') ||
    state.isPunctuation('`') ||
    startsQuotedTriple(state)
  );
}

function readNode(state: ParserState, group: Group): Term | undefined {
  if (startsQuotedTriple(state)) return readQuotedNode(state, group);
  if (state.isPunctuation('`')) return readBackquoted(state, group);
  const isList = state.isPunctuation('(');
  if (!isList && !state.isPunctuation('[')) return startsTerm(state) ? readTerm(state) : undefined;
  const open = state.next();
  const blank: Term = { kind: 'blank', name: `#${state.blanks++}`, range: range(open.start, open.end) };
  if (state.depth < MAX_DEPTH) {
    state.depth++;
    if (isList) readMembers(state, group, blank);
    else readPropertyList(state, group, blank);
    state.depth--;
  }
  state.skipTo(isList ? ')' : ']');
  return { ...blank, range: range(open.start, state.endOfLast()) };
}

/** Adds an `rdf:first` triple for each member, because the order of a list does not matter to the verifiers. */
function readMembers(state: ParserState, group: Group, list: Term): void {
  while (startsNode(state)) {
    const member = readNode(state, group);
    if (!member) return;
    const where = range(member.range.start, member.range.start);
    const iri: IriTerm = { kind: 'iri', iri: `${RDF}first`, range: where };
    const predicate: PropertyPath = { kind: 'link', iri, range: where };
    const triple: Triple = { subject: list, predicate, object: member, range: member.range };
    group.triples.push(triple);
    group.order.push(triple);
  }
}

function startsVerb(state: ParserState): boolean {
  const token = state.peek();
  if (token?.type === 'variable' || startsIri(state) || startsAnyRelation(state)) return true;
  if (token?.type === 'keyword') return token.value === 'A';
  return token?.type === 'punctuation' && ['^', '(', '!'].includes(token.value);
}

function readVerb(state: ParserState, group: Group): VariableTerm | PropertyPath {
  if (startsAnyRelation(state)) return readAnyRelation(state, group);
  return state.peek()?.type === 'variable' ? readVariable(state) : readPath(state);
}

function readPath(state: ParserState): PropertyPath {
  const options = [readPathSequence(state)];
  while (state.takePunctuation('|')) options.push(readPathSequence(state));
  return options.length === 1
    ? (options[0] as PropertyPath)
    : { kind: 'alternative', options, range: spanOf(options) };
}

function readPathSequence(state: ParserState): PropertyPath {
  const steps = [readPathStep(state)];
  while (state.takePunctuation('/')) steps.push(readPathStep(state));
  return steps.length === 1 ? (steps[0] as PropertyPath) : { kind: 'sequence', steps, range: spanOf(steps) };
}

function readPathStep(state: ParserState): PropertyPath {
  const start = state.peek()?.start ?? state.endOfLast();
  const inverse = state.takePunctuation('^');
  const primaryStart = state.peek()?.start ?? start;
  let path = readPathPrimary(state);
  if (state.isPunctuation('{')) path = readPathCount(state, path, primaryStart);
  const modifier = state.peek();
  if (
    modifier?.type === 'punctuation' &&
    (modifier.value === '*' || modifier.value === '+' || modifier.value === '?')
  ) {
    state.at++;
    path = {
      kind: 'repeat',
      path,
      sign: modifier.value,
      canBeEmpty: modifier.value !== '+',
      range: range(path.range.start, modifier.end),
    };
  }
  return inverse ? { kind: 'inverse', path, range: range(start, path.range.end) } : path;
}

function readPathPrimary(state: ParserState): PropertyPath {
  const token = state.peek();
  if (state.takePunctuation('!')) {
    const links: IriTerm[] = [];
    const bracketed = !state.takePunctuation('()') && state.takePunctuation('(');
    do {
      state.takePunctuation('^');
      if (startsIri(state) || state.isKeyword('A')) links.push(readIri(state));
    } while (bracketed && state.takePunctuation('|'));
    if (bracketed) state.skipTo(')');
    return { kind: 'negated', links, range: range(token?.start ?? 0, state.endOfLast()) };
  }
  if (state.isPunctuation('(') && state.depth < MAX_DEPTH) {
    state.at++;
    state.depth++;
    const path = readPath(state);
    state.depth--;
    state.skipTo(')');
    return path;
  }
  if (startsIri(state) || state.isKeyword('A')) {
    const iri = readIri(state);
    return { kind: 'link', iri, range: iri.range };
  }
  const end = state.endOfLast();
  return { kind: 'negated', links: [], range: range(end, end) };
}
