import { describe, expect, it } from 'vitest';
import { hasSameTokens } from '../../../server/src/core/edit/format/same-tokens';

describe('the comparison of tokens', () => {
  it.each([
    ['select ?x{?x a ?y}', 'SELECT ?x {\n  ?x a ?y\n}\n'],
    ['insert  data { }', 'INSERT DATA {}'],
    ['ASK { ( ) ?p [ ] } # a  ', 'ASK { () ?p [] } # a'],
    ['ASK {}\n  ### a', 'ASK {}\n ### a'],
  ])('accepts %j → %j', (before, after) => {
    expect(hasSameTokens(before, after)).toBe(true);
  });

  it.each([
    ['ASK { ?x a ?y }', 'ASK { ?x a ?z }'],
    ['ASK { ?x a ?y }', 'ASK { ?x A ?y }'],
    ['ASK { ?x a ?y . }', 'ASK { ?x a ?y }'],
    ['ASK { ?x a ?y }', 'ASK { ?x a ?y } .'],
    ['ASK { ?x a "y" }', 'ASK { ?x a "Y" }'],
    ['ASK { ?x a - 1 }', 'ASK { ?x a -1 }'],
    ['ASK { # a\n}', 'ASK { }'],
    ['ASK { # a\n}', 'ASK { # b\n}'],
    ['ASK { # a\n}', 'ASK # a\n{ }'],
    ['ASK { # a }\n}', 'ASK { # a }'],
    ['ASK {\n  ### a\n}', 'ASK {\n### a\n}'],
    ['insert # a\ndata {}', 'insert # A\ndata {}'],
  ])('rejects %j → %j', (before, after) => {
    expect(hasSameTokens(before, after)).toBe(false);
  });
});
