import { expect, it } from 'vitest';
import type { KbKnowledge } from '../../server/src/core/check/kb-knowledge';
import { findingLines } from '../support/check';

const PREFIX = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';

/** A KB whose ranking finds that each query asks something else. */
const kb: KbKnowledge = {
  name: 'test',
  complete: false,
  entity: () => undefined,
  matches: () => undefined,
  agreement: () => ({ verdict: 'different', by: 'ranking', explanation: 'The answers differ.' }),
};

it.each([
  ['a query that asks something else gets a warning', 'place_of_birth', 'warning nl_semantic'],
  [
    'a query that ends at a mediator gets only the warning about the mediator',
    'spouse_s',
    'warning intermediate',
  ],
])('%s', (_, relation, expected) => {
  const text = `# question: Whom did Barack Obama marry?\n${PREFIX}SELECT ?x { ns:m.02mjmr ns:people.person.${relation} ?x }`;
  expect(findingLines(text, { kb }).map((line) => line.replace(/ '.*/s, ''))).toEqual([expected]);
});
