/** Asks for no more rows than are wanted, where that changes nothing else. */
import type { QueryModel } from '../../language/sparql/model';
import type { TextEdit } from '../../language/text/edit';
import { range } from '../../language/text/range';

/** One row more than is wanted, so that one can tell whether there are more. Triples cannot be limited: LIMIT counts rows. */
export function limitEdits({ query, tokens, parses }: QueryModel, maxRows: number): TextEdit[] {
  const most = maxRows + 1;
  if (query.form !== 'select' || !parses) return [];
  if (query.limit) {
    const { value, range: where } = query.limit;
    return value > most ? [{ range: where, newText: `LIMIT ${most}` }] : [];
  }
  const body = query.groups[query.groups.length - 1]?.range.end;
  if (body === undefined) return [];
  const values = tokens.find(({ start, value }) => start >= body && value === 'VALUES');
  const end = values?.start ?? tokens[tokens.length - 1]?.end ?? body;
  return [{ range: range(end, end), newText: ` LIMIT ${most} ` }];
}
