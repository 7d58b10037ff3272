/** The functions and aggregates of SPARQL 1.1, by theme. */
import type { FunctionRow, FunctionDoc } from '../vocabulary';
import { AGGREGATES } from './functions/aggregates';
import { DATE_FUNCTIONS } from './functions/dates';
import { GENERAL_FUNCTIONS } from './functions/general';
import { NUMBER_FUNCTIONS } from './functions/numbers';
import { SPARQL12_ROWS } from './functions/sparql12';
import { TERM_FUNCTIONS } from './functions/terms';
import { TEXT_FUNCTIONS } from './functions/texts';

/** By the name in upper case, as in tokens. */
export const FUNCTIONS: ReadonlyMap<string, FunctionDoc> = new Map(
  [
    ...[
      ...GENERAL_FUNCTIONS,
      ...TERM_FUNCTIONS,
      ...TEXT_FUNCTIONS,
      ...NUMBER_FUNCTIONS,
      ...DATE_FUNCTIONS,
    ].map((row) => toFunction(row, 'function')),
    ...AGGREGATES.map((row) => toFunction(row, 'aggregate')),
  ].map((word) => [word.name.toUpperCase(), word]),
);

/** The functions that SPARQL 1.2 adds. They are words, not keywords, because SPARQL 1.1 does not have them. */
export const SPARQL12_FUNCTIONS: ReadonlyMap<string, FunctionDoc> = new Map(
  SPARQL12_ROWS.map((row) => [row[0].toUpperCase(), toFunction(row, 'function')]),
);

function toFunction(
  [name, parameters, returns, about, example]: FunctionRow,
  kind: FunctionDoc['kind'],
): FunctionDoc {
  return { name, parameters, returns, about, kind, ...(example !== undefined && { example }) };
}
