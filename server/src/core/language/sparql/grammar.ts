/**
 * The verdict on syntax: the grammar of sparqljs, driven over our own located tokens.
 *
 * sparqljs tells neither where a term stands nor, reliably, where an error is; its lexer tries 126 patterns at every
 * token; and its semantic actions copy the list of triples at every triple. Its LALR tables are exactly what is wanted:
 * whether the text is SPARQL 1.1, and at which token it stops being so. `grammar.test.ts` holds this against
 * `new sparqljs.Parser().parse` on thousands of texts.
 */
import sparqljs from 'sparqljs';

/** Where and why the grammar refuses a token. */
export interface GrammarError {
  /** Index of the refused token; the number of tokens when the text ends too early. */
  readonly index: number;
  readonly found: string;
  /** Terminals that could have stood there. */
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

/** The terminals handed to the grammar; `indexes` tells the token each came from, where that is not its own place. */
export interface TerminalStream {
  readonly terminals: readonly { readonly terminal: string }[];
  readonly indexes: readonly number[] | undefined;
}

/**
 * The rows of the table as numbers, made when a state is first reached: > 0 shift or go to that state, < 0 reduce by
 * that production, 0 refuse. Looking a symbol up in the objects of the table costs ten times as much.
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
const lefts = Int16Array.from(lalr.productions_, (production) => (production ? production[0] : 0));

export function judge({ terminals, indexes }: TerminalStream): GrammarError | undefined {
  const tokenAt = (at: number): number =>
    indexes ? (indexes[at] ?? (indexes[indexes.length - 1] ?? -1) + 1) : at;
  const states = [0];
  for (let next = 0; next <= terminals.length; next++) {
    const refusing = shift(states, symbolOf(terminals[next]));
    if (refusing !== undefined) return refusal(refusing, terminals[next], tokenAt(next));
  }
  return undefined;
}

/** Tells of a terminal whether it could stand after these; nothing when these are no beginning of a query. */
export function whatFollows(
  terminals: readonly { readonly terminal: string }[],
): ((terminal: string) => boolean) | undefined {
  const states = [0];
  for (const terminal of terminals) if (shift(states, symbolOf(terminal)) !== undefined) return undefined;
  return (terminal) => shift([...states], symbolOf({ terminal })) === undefined;
}

/** Reads one symbol on; or tells the state in which it cannot be read. */
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
    states.push(rowOf(states[states.length - 1] ?? 0)[lefts[-action] ?? 0] ?? 0);
  }
}

function symbolOf(terminal: { readonly terminal: string } | undefined): number {
  return terminal ? (symbolNumbers.get(terminal.terminal) ?? INVALID) : END;
}

function refusal(
  state: number,
  found: { readonly terminal: string } | undefined,
  index: number,
): GrammarError {
  const expected = Object.entries(lalr.table[state] ?? {})
    .filter(([symbol, entry]) => typeof entry === 'object' && lalr.terminals_[Number(symbol)] !== undefined)
    .map(([symbol]) => lalr.terminals_[Number(symbol)] ?? '');
  return { index, found: found?.terminal ?? 'EOF', expected };
}
