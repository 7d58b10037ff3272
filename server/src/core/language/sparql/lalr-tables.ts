/**
 * The LALR tables of sparqljs in a compact form. The build evaluates this file and bundles the result: creating the tables of sparqljs
 * takes longer than checking a query and needs much more memory.
 */
import sparqljs from 'sparqljs';

interface Parser {
  readonly table: readonly Readonly<Record<number, readonly [kind: number, target: number] | number>>[];
  readonly defaultActions: Readonly<Record<number, readonly [kind: number, target: number]>>;
  readonly productions_: readonly (readonly [leftSide: number, length: number] | 0)[];
  readonly symbols_: Readonly<Record<string, number>>;
  readonly terminals_: Readonly<Record<number, string>>;
}

const SHIFT = 1;
const REDUCE = 2;
const ACCEPT = 0x7fff;

const parser = new sparqljs.Parser() as unknown as Parser;

/** An action is a number: > 0 shift or go to that state, < 0 reduce by that production. */
export const LALR_TABLES = {
  accept: ACCEPT,
  /** By state: pairs of a symbol and an action, in one line. */
  rows: parser.table
    .map((row) =>
      Object.entries(row)
        .flatMap(([symbol, entry]) => [symbol, toAction(entry)])
        .join(' '),
    )
    .join('\n'),
  /** Pairs of a state and the action that it always takes. */
  defaults: Object.entries(parser.defaultActions).map(([state, entry]) => [Number(state), toAction(entry)]),
  leftSides: parser.productions_.map((production) => (production ? production[0] : 0)),
  lengths: parser.productions_.map((production) => (production ? production[1] : 0)),
  symbols: parser.symbols_,
  terminals: parser.terminals_,
};

function toAction(entry: readonly [kind: number, target: number] | number): number {
  if (typeof entry === 'number') return entry;
  const [kind, target] = entry;
  return kind === SHIFT ? target : kind === REDUCE ? -target : ACCEPT;
}
