/** Short texts that are valid or invalid SPARQL. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './check';

export interface SyntaxCase {
  readonly kind: 'query' | 'update';
  readonly sign: string;
  readonly isValid: boolean;
  readonly written: string;
  /** With declarations of the prefixes. */
  readonly text: string;
}

const PREFIXES = 'PREFIX : <http://e/> PREFIX a: <http://a/> PREFIX a.b: <http://a/> ';

export const SYNTAX_CASES = readCases('syntax-cases.txt');
/** Texts with syntax that only SPARQL 1.2 has. */
export const SYNTAX_CASES_12 = readCases('syntax-cases-1.2.txt');

function readCases(file: string): readonly SyntaxCase[] {
  return readFileSync(join(PROJECT, 'test', 'language', 'sparql', file), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, kind, sign = '', written = ''] = /^([qu])([+-]) ?(.*)$/.exec(line) ?? [];
      if (kind === undefined) return [];
      return [
        {
          kind: kind === 'q' ? 'query' : 'update',
          sign,
          isValid: sign === '+',
          written,
          text: PREFIXES + written,
        },
      ];
    });
}

/** Queries that Virtuoso accepts although they are not standard SPARQL, and queries that it rejects. */
export const VIRTUOSO_CASES: readonly { readonly isAccepted: boolean; readonly text: string }[] =
  readFileSync(join(PROJECT, 'test', 'language', 'sparql', 'virtuoso-cases.txt'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, sign, written = ''] = /^([+-]) (.*)$/.exec(line) ?? [];
      if (sign === undefined) return [];
      // Virtuoso allows a pragma only at the start.
      const prefix = /^define/i.test(written) ? '' : 'PREFIX ns: <http://rdf.freebase.com/ns/> ';
      return [{ isAccepted: sign === '+', text: prefix + written }];
    });
