/** A small custom schema with a mediator, literals, a relation without a domain, and names without dots. */
import { KbSchema } from '../../server/src/core/schema/schema';
import { parseUserSchema } from '../../server/src/core/schema/user-schema';

export const LIBRARY_SCHEMA = {
  name: 'Library',
  namespace: 'http://example.org/library/',
  types: {
    Book: {},
    Reader: { includes: ['Person'] },
    Person: {},
    Loan: { kind: 'mediator' },
  },
  relations: {
    'Book/author': { domain: 'Book', range: 'Person' },
    'Book/year': { domain: 'Book', range: 'integer' },
    'Book/loan': { domain: 'Book', range: 'Loan', reverse: 'Loan/book' },
    'Loan/book': { domain: 'Loan', range: 'Book', reverse: 'Book/loan' },
    'Loan/reader': { domain: 'Loan', range: 'Reader' },
    'Loan/due': { domain: 'Loan', range: 'datetime' },
    note: {},
  },
};

export function librarySchema(): KbSchema {
  const parsed = parseUserSchema(LIBRARY_SCHEMA, 'Library');
  if ('problem' in parsed) throw new Error(parsed.problem);
  return new KbSchema(parsed.data);
}
