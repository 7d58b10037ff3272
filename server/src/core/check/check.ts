import { parseDocument, parseQuery } from '../language/sparql/parse';
import type { Dialect, QueryModel } from '../language/sparql/model';
import type { Finding } from './verifier';
import { verify, type VerifyOptions } from './verify';

export interface CheckOptions extends VerifyOptions {
  readonly dialect: Dialect;
}

export interface CheckedDocument {
  readonly queries: readonly QueryModel[];
  readonly findings: readonly Finding[];
}

/** Checks a file, which may contain several queries. */
export function checkDocument(text: string, options: CheckOptions): CheckedDocument {
  const queries = parseDocument(text, options.dialect);
  const { cleanParts, dialect, schema, severities } = options;
  cleanParts?.begin(
    [dialect, schema, severities],
    queries.some(({ problems }) => problems.length > 0),
  );
  return { queries, findings: queries.flatMap((query) => verify(query, options)) };
}

/** Checks a text as one query. `###` lines are ordinary comments. */
export function checkQuery(text: string, options: CheckOptions): readonly Finding[] {
  return verify(parseQuery(text, options.dialect), options);
}
