/**
 * Checks the syntax with the LALR tables of sparqljs on our own located tokens.
 *
 * sparqljs itself reports neither the ranges of terms nor, reliably, the position of an error. Its lexer tries 126 patterns
 * at every token, and its semantic actions copy the list of triples at every triple. `grammar.test.ts` compares the result
 * with `new sparqljs.Parser().parse` on thousands of texts.
 */
import sparqljs from 'sparqljs';

/** A token that the grammar rejects. */
export interface GrammarError {
  /** Index of the rejected token; the number of tokens if the text ends too early. */
  readonly index: number;
  /** Terminals that are allowed at this position. */
  readonly expected: readonly string[];
}

interface LalrParser {
  readonly table: readonly Readonly<Record<number, readonly [number, number] | number>>[];
  readonly defaultActions: Readonly<Record<number, readonly [number, number]>>;
  readonly productions_: readonly (readonly [number, number] | 0)[];
  readonly symbols_: Readonly<Record<string, number>>;
  readonly terminals_: Readonly<Record<number, string>>;
}

const SHIFT = 1;
const REDUCE = 2;
const INVALID = -1;

const lalr = new sparqljs.Parser() as unknown as LalrParser;
const END = lalr.symbols_['EOF'] ?? 0;

/** The input of the grammar. */
export interface TerminalStream {
  readonly terminals: readonly { readonly terminal: string }[];
  /** The index of the token of each terminal; undefined if the indexes are the same. */
  readonly indexes: readonly number[] | undefined;
}

/**
 * The rows of the table as numbers: > 0 shift or go to that state, < 0 reduce by that production, 0 reject. A row is built
 * when its state is first reached. A lookup in the objects of the original table is ten times slower.
 */
const rows: (Int16Array | undefined)[] = [];
const WIDTH = Math.max(...Object.values(lalr.symbols_)) + 1;
const ACCEPT = 0x7fff;

function rowOf(state: number): Int16Array {
  let row = rows[state];
  if (row) return row;
  row = new Int16Array(WIDTH);
  for (const [symbol, entry] of Object.entries(lalr.table[state] ?? {})) row[Number(symbol)] = encode(entry);
  rows[state] = row;
  return row;
}

function encode(entry: readonly [number, number] | number): number {
  if (typeof entry === 'number') return entry;
  const [kind, target] = entry;
  return kind === SHIFT ? target : kind === REDUCE ? -target : ACCEPT;
}

const defaults = new Int16Array(lalr.table.length);
for (const [state, entry] of Object.entries(lalr.defaultActions)) defaults[Number(state)] = encode(entry);

const symbolNumbers = new Map(Object.entries(lalr.symbols_));
const lengths = Int16Array.from(lalr.productions_, (production) => (production ? production[1] : 0));
const leftSides = Int16Array.from(lalr.productions_, (production) => (production ? production[0] : 0));

export function findGrammarError({ terminals, indexes }: TerminalStream): GrammarError | undefined {
  const tokenIndex = (at: number): number =>
    indexes ? (indexes[at] ?? (indexes[indexes.length - 1] ?? -1) + 1) : at;
  const states = [0];
  for (let next = 0; next <= terminals.length; next++) {
    const rejectingState = shift(states, symbolOf(terminals[next]));
    if (rejectingState !== undefined) return toError(rejectingState, tokenIndex(next));
  }
  return undefined;
}

/** Returns a test for the terminals that may follow; undefined if `terminals` is not the start of a query. */
export function createFollowTest(
  terminals: readonly { readonly terminal: string }[],
): ((terminal: string) => boolean) | undefined {
  const states = [0];
  for (const terminal of terminals) if (shift(states, symbolOf(terminal)) !== undefined) return undefined;
  return (terminal) => shift([...states], symbolOf({ terminal })) === undefined;
}

/** Reads one symbol. Returns the state that rejects it, or undefined. */
function shift(states: number[], symbol: number): number | undefined {
  for (;;) {
    const state = states[states.length - 1] ?? 0;
    let action = defaults[state] ?? 0;
    if (action === 0) action = symbol === INVALID ? 0 : (rowOf(state)[symbol] ?? 0);
    if (action === 0) return state;
    if (action === ACCEPT) return undefined;
    if (action > 0) {
      states.push(action);
      return undefined;
    }
    for (let length = lengths[-action] ?? 0; length > 0; length--) states.pop();
    states.push(rowOf(states[states.length - 1] ?? 0)[leftSides[-action] ?? 0] ?? 0);
  }
}

function symbolOf(terminal: { readonly terminal: string } | undefined): number {
  return terminal ? (symbolNumbers.get(terminal.terminal) ?? INVALID) : END;
}

function toError(state: number, index: number): GrammarError {
  const expected = Object.entries(lalr.table[state] ?? {})
    .filter(([symbol, entry]) => typeof entry === 'object' && lalr.terminals_[Number(symbol)] !== undefined)
    .map(([symbol]) => lalr.terminals_[Number(symbol)] ?? '');
  return { index, expected };
}
