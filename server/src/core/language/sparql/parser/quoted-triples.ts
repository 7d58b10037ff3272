/**
 * Reads triple terms `<<( s p o )>>`, reified triples `<< s p o ~ r >>`, reifiers `~ r` and annotations `{| p o |}` of SPARQL 1.2.
 * The grammar sees a term of SPARQL 1.1 in their place, so only what SPARQL 1.2 allows may be replaced.
 */
import { RDF } from '../../rdf/names';
import { range, type TextRange } from '../../text/range';
import type {
  BlankTerm,
  Expression,
  Group,
  IriTerm,
  PropertyPath,
  Term,
  Triple,
  VariableTerm,
} from '../model';
import type { SparqlToken } from '../tokens';
import { MAX_DEPTH, type ParserState } from './state';
import { readIri, readTerm, readVariable, startsIri, startsTerm } from './terms';

const PATH_SIGNS = new Set(['/', '|', '^', '*', '+', '?']);

/** Where a triple term is: each place allows other terms in it. */
type Place = 'pattern' | 'expression' | 'data';

interface QuotedTriple extends Pick<Triple, 'subject' | 'predicate' | 'object' | 'range'> {
  /** The node that stands for the triple: the triple term, or the reifier. */
  readonly node: Term;
}

export function startsQuotedTriple(state: ParserState): boolean {
  return state.isPunctuation('<<(') || state.isPunctuation('<<');
}

/** In a pattern. A reified triple may be a whole statement, as a blank node with properties may. */
export function readQuotedNode(state: ParserState, group: Group): Term {
  const first = state.at;
  const isReified = state.isPunctuation('<<');
  const quoted = readQuoted(state, 'pattern', group);
  if (quoted.isValid) state.replaceIn12(first, isReified ? ['[', 'VAR', 'VAR', ']'] : ['BLANK_NODE_LABEL']);
  return quoted.node;
}

/** In an expression, where a triple term is a call of TRIPLE. */
export function readQuotedExpression(state: ParserState): Expression {
  const first = state.at;
  const open = state.peek() as SparqlToken;
  const quoted = readQuoted(state, 'expression', undefined);
  if (quoted.isValid) state.replaceIn12(first, ['INTEGER']);
  const { subject, predicate, object } = quoted;
  const relation = predicate.kind === 'link' ? predicate.iri : predicate.kind === 'variable' ? predicate : [];
  return {
    kind: 'call',
    name: 'TRIPLE',
    nameRange: range(open.start, open.end),
    args: [subject, relation, object].flat().map((term) => ({ kind: 'term', term, range: term.range })),
    range: quoted.range,
  };
}

/** In VALUES. */
export function readQuotedValue(state: ParserState): Term {
  const first = state.at;
  const quoted = readQuoted(state, 'data', undefined);
  if (quoted.isValid) state.replaceIn12(first, ['INTEGER']);
  return quoted.node;
}

function readQuoted(
  state: ParserState,
  place: Place,
  group: Group | undefined,
): QuotedTriple & { readonly isValid: boolean } {
  const first = state.at;
  const open = state.next();
  const isReified = open.value === '<<';
  const what = isReified ? 'reified triple' : 'triple term';
  let isValid = true;
  const reject = (message: string, advice: string): void => {
    if (isValid) state.reject12(first, message, advice);
    isValid = false;
  };
  if (isReified && place !== 'pattern')
    reject('A reified triple is not allowed here', 'Write a triple term: <<( subject relation object )>>.');

  const readPart = (role: 'subject' | 'object'): Term => {
    if (startsQuotedTriple(state) && state.depth < MAX_DEPTH) {
      const isNestedReified = state.isPunctuation('<<');
      if (isNestedReified && !isReified)
        reject('A triple term cannot contain a reified triple', 'Write a triple term: <<( … )>>.');
      if (!isNestedReified && role === 'subject' && place !== 'pattern')
        reject('The subject cannot be a triple term', 'Use it as the object.');
      state.depth++;
      const nested = readQuoted(state, place, group);
      state.depth--;
      isValid &&= nested.isValid;
      return nested.node;
    }
    const token = state.peek();
    if (!startsTerm(state)) {
      const isList = token?.value === '(' || token?.value === '[';
      reject(
        isList
          ? `A ${what} cannot contain a list or properties of a blank node`
          : `Missing ${role} in a ${what}`,
        `A ${what} consists of a subject, a relation and an object.`,
      );
      return newBlank(state, token ?? open);
    }
    const term = readTerm(state);
    if (token?.value === '()') reject(`A ${what} cannot contain a list`, 'Write a single term.');
    else if (place === 'data' && (term.kind === 'variable' || term.kind === 'blank'))
      reject('VALUES contains only IRIs, literals and triple terms of them', 'Write an IRI or a literal.');
    else if (place === 'expression' && term.kind === 'blank')
      reject('An expression cannot contain a blank node', 'Use a variable.');
    else if (place !== 'pattern' && role === 'subject' && term.kind === 'literal')
      reject('The subject cannot be a literal', 'Write an IRI or a variable.');
    return term;
  };

  const subject = readPart('subject');
  const predicate = readSimpleVerb(state);
  if (!predicate) reject(`Missing relation in a ${what}`, 'Write an IRI, a or a variable.');
  else if (predicate.kind === 'variable' && place === 'data')
    reject('VALUES contains only IRIs, literals and triple terms of them', 'Write an IRI.');
  const next = state.peek();
  if (predicate && next?.type === 'punctuation' && PATH_SIGNS.has(next.value))
    reject(`A ${what} cannot contain a path`, 'Write a single relation.');
  const object = readPart('object');
  const reifier = isReified && state.isPunctuation('~') ? readReifier(state) : undefined;
  const close = isReified ? '>>' : ')>>';
  if (!state.isPunctuation(close)) {
    reject(`Missing '${close}'`, `A ${what} consists of a subject, a relation and an object.`);
    skipToClose(state);
  }
  state.takePunctuation(close);

  const where = range(open.start, state.endOfLast());
  const tripleTerm = newTripleTerm(state, where);
  const path = predicate ?? emptyPath(open);
  const node = isReified ? (reifier ?? { ...newBlank(state, open), range: where }) : tripleTerm;
  if (group) {
    addTriple(group, {
      subject,
      predicate: path,
      object,
      range: range(subject.range.start, object.range.end),
      tripleTerm,
      isQuoted: true,
    });
    if (isReified) addReification(group, node, tripleTerm);
  }
  return { subject, predicate: path, object, node, range: where, isValid };
}

/** Reads what follows an object: `~ r` and `{| p o |}`. */
export function readAnnotations(
  state: ParserState,
  group: Group,
  tripleTerm: BlankTerm,
  isSimple: boolean,
  readProperties: (subject: Term) => void,
): void {
  let reifier: Term | undefined;
  for (;;) {
    const first = state.at;
    const token = state.peek();
    if (token?.type !== 'punctuation' || (token.value !== '~' && token.value !== '{|')) return;
    if (!isSimple)
      state.reject12(
        first,
        `${token.value === '~' ? 'A reifier' : 'An annotation'} cannot follow a path`,
        'Only a triple with one relation can be annotated.',
      );
    if (token.value === '~') {
      reifier = readReifier(state);
      if (isSimple) state.replaceIn12(first, []);
      addReification(group, reifier, tripleTerm);
      continue;
    }
    state.at++;
    if (!reifier) addReification(group, (reifier = newBlank(state, token)), tripleTerm);
    // The grammar checks it as the properties of one more object.
    if (isSimple) state.patchIn12(first, [',', '[']);
    if (state.isPunctuation('|}'))
      state.reject12(state.at, 'Empty annotation', 'Write a relation and an object between {| and |}.');
    else if (state.depth < MAX_DEPTH) {
      state.depth++;
      readProperties(reifier);
      state.depth--;
    }
    if (state.isPunctuation('|}')) {
      if (isSimple) state.patchIn12(state.at, [']']);
      state.at++;
    }
    reifier = undefined;
  }
}

export function newTripleTerm(state: ParserState, where: TextRange): BlankTerm {
  return { kind: 'blank', name: `<<${state.blanks++}`, range: where };
}

/** `~ r`, or `~` for a reifier without a name. */
function readReifier(state: ParserState): Term {
  const tilde = state.next();
  const token = state.peek();
  const hasName =
    token?.type === 'variable' || token?.type === 'blank' || startsIri(state) || state.isPunctuation('[]');
  return hasName ? readTerm(state) : newBlank(state, tilde);
}

function readSimpleVerb(state: ParserState): VariableTerm | PropertyPath | undefined {
  if (state.peek()?.type === 'variable') return readVariable(state);
  if (!startsIri(state) && !state.isKeyword('A')) return undefined;
  const iri = readIri(state);
  return { kind: 'link', iri, range: iri.range };
}

/** What RDF 1.2 says about a reifier. */
function addReification(group: Group, reifier: Term, tripleTerm: BlankTerm): void {
  const where = range(reifier.range.start, reifier.range.start);
  const iri: IriTerm = { kind: 'iri', iri: `${RDF}reifies`, range: where };
  addTriple(group, {
    subject: reifier,
    predicate: { kind: 'link', iri, range: where },
    object: tripleTerm,
    range: reifier.range,
  });
}

function addTriple(group: Group, triple: Triple): void {
  group.triples.push(triple);
  group.order.push(triple);
}

function newBlank(state: ParserState, { start, end }: SparqlToken): BlankTerm {
  return { kind: 'blank', name: `#${state.blanks++}`, range: range(start, end) };
}

function emptyPath({ end }: SparqlToken): PropertyPath {
  return { kind: 'negated', links: [], range: range(end, end) };
}

/** Stops at the end of the triple, because the closing sign may be missing. */
function skipToClose(state: ParserState): void {
  for (let ahead = 0; ahead < 30; ahead++) {
    const token = state.peek(ahead);
    if (!token || (token.type === 'punctuation' && '{}.;'.includes(token.value))) return;
    if (token.value === '>>' || token.value === ')>>') {
      state.at += ahead;
      return;
    }
  }
}
