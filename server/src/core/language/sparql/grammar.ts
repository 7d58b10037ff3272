/**
 * Checks the syntax with the LALR tables of sparqljs on our own located tokens.
 *
 * sparqljs itself reports neither the ranges of terms nor, reliably, the position of an error. Its lexer tries 126 patterns
 * at every token, and its semantic actions copy the list of triples at every triple. `grammar.test.ts` compares the result
 * with `new sparqljs.Parser().parse` on thousands of texts.
 */
import { LALR_TABLES } from './lalr-tables';

/** A token that the grammar rejects. */
export interface GrammarError {
  /** Index of the rejected token; the number of tokens if the text ends too early. */
  readonly index: number;
  /** Terminals that are allowed at this position. */
  readonly expected: readonly string[];
}

const INVALID = -1;

const { accept: ACCEPT, symbols, terminals: terminalNames } = LALR_TABLES;
const END = symbols['EOF'] ?? 0;

/** The input of the grammar. */
export interface TerminalStream {
  readonly terminals: readonly { readonly terminal: string }[];
  /** The index of the token of each terminal; undefined if the indexes are the same. */
  readonly indexes: readonly number[] | undefined;
}

const rowTexts = LALR_TABLES.rows.split('\n');

/** The rows of the table: the actions by symbol, 0 to reject. A row is read when its state is first reached. */
const rows: (Int16Array | undefined)[] = [];
const WIDTH = Math.max(...Object.values(symbols)) + 1;

function rowOf(state: number): Int16Array {
  let row = rows[state];
  if (row) return row;
  row = new Int16Array(WIDTH);
  for (const [symbol, action] of actionsIn(state)) row[symbol] = action;
  rows[state] = row;
  return row;
}

function actionsIn(state: number): readonly (readonly [symbol: number, action: number])[] {
  const numbers = (rowTexts[state] ?? '').split(' ').map(Number);
  return Array.from({ length: numbers.length / 2 }, (_, at) => [
    numbers[2 * at] ?? 0,
    numbers[2 * at + 1] ?? 0,
  ]);
}

const defaults = new Int16Array(rowTexts.length);
for (const [state = 0, action = 0] of LALR_TABLES.defaults) defaults[state] = action;

const symbolNumbers = new Map(Object.entries(symbols));
const lengths = Int16Array.from(LALR_TABLES.lengths);
const leftSides = Int16Array.from(LALR_TABLES.leftSides);

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
  const expected = actionsIn(state).flatMap(([symbol]) => terminalNames[symbol] ?? []);
  return { index, expected };
}
