/**
 * The verdict on syntax: the grammar of sparqljs, driven over our own located tokens.
 *
 * sparqljs tells neither where a term stands nor, reliably, where an error is; its lexer tries 126 patterns at every
 * token; and its semantic actions copy the list of triples at every triple. Its LALR tables are exactly what is wanted:
 * whether the text is SPARQL 1.1, and at which token it stops being so. `grammar.test.ts` holds this against
 * `new sparqljs.Parser().parse` on thousands of texts.
 */
import sparqljs from 'sparqljs';
import type { Token } from './tokens';

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

/** One terminal of the stream handed to the grammar, and the token it came from. */
export interface Terminal {
  readonly terminal: string;
  readonly index: number;
}

export function judge(stream: readonly Terminal[], tokens: readonly Token[]): GrammarError | undefined {
  const { table, defaultActions, productions_, symbols_ } = lalr;
  const states = [0];
  let next = 0;
  let symbol: number | undefined;
  for (;;) {
    const state = states[states.length - 1] ?? 0;
    let action = defaultActions[state];
    if (!action) {
      symbol ??= next < stream.length ? (symbols_[stream[next]?.terminal ?? ''] ?? INVALID) : END;
      const entry = table[state]?.[symbol];
      action = typeof entry === 'object' ? entry : undefined;
    }
    if (!action) return refusal(state, stream[next], tokens);
    const [kind, target] = action;
    if (kind === SHIFT) {
      states.push(target);
      symbol = undefined;
      next++;
      // The end was shifted: only the reduction to the start symbol, which is acceptance, is left.
      if (next > stream.length) return undefined;
    } else if (kind === REDUCE) {
      const production = productions_[target];
      if (!production) return undefined;
      const [left, length] = production;
      states.length -= length;
      const goTo = table[states[states.length - 1] ?? 0]?.[left];
      if (typeof goTo !== 'number') return undefined;
      states.push(goTo);
    } else {
      return undefined;
    }
  }
}

function refusal(state: number, at: Terminal | undefined, tokens: readonly Token[]): GrammarError {
  const expected = Object.entries(lalr.table[state] ?? {})
    .filter(([symbol, entry]) => typeof entry === 'object' && lalr.terminals_[Number(symbol)] !== undefined)
    .map(([symbol]) => lalr.terminals_[Number(symbol)] ?? '');
  return { index: at ? at.index : tokens.length, found: at ? at.terminal : 'EOF', expected };
}
