/** The functions and aggregates of SPARQL 1.1, by theme. */
import type { FunctionRow, FunctionDoc } from '../vocabulary';
import { AGGREGATES } from './functions/aggregates';
import { DATE_FUNCTIONS } from './functions/dates';
import { GENERAL_FUNCTIONS } from './functions/general';
import { NUMBER_FUNCTIONS } from './functions/numbers';
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

function toFunction(
  [name, parameters, returns, about, example]: FunctionRow,
  kind: FunctionDoc['kind'],
): FunctionDoc {
  return { name, parameters, returns, about, kind, ...(example !== undefined && { example }) };
}
