/** Text → findings. */
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

/** A file, which may hold several queries. */
export function checkDocument(text: string, options: CheckOptions): CheckedDocument {
  const queries = parseDocument(text, options.dialect);
  return { queries, findings: queries.flatMap((query) => verify(query, options)) };
}

/** A text that is one query; `###` lines are ordinary comments. */
export function checkQuery(text: string, options: CheckOptions): readonly Finding[] {
  return verify(parseQuery(text, options.dialect), options);
}
