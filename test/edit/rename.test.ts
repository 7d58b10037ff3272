import { describe, expect, it } from 'vitest';
import { renamableAt, renameAt } from '../../server/src/core/edit/rename';
import { parseDocument } from '../../server/src/core/language/sparql/parse';
import { applyEdits } from '../../server/src/core/language/text/edit';

/** The text after renaming the symbol at the `|`, or the reason for the refusal. */
function rename(source: string, newName: string): string {
  const text = source.replace('|', '');
  const result = renameAt(parseDocument(text, 'virtuoso'), source.indexOf('|'), newName);
  return 'refusal' in result ? result.refusal : applyEdits(text, result);
}

function before(source: string): unknown {
  const text = source.replace('|', '');
  const found = renamableAt(parseDocument(text, 'virtuoso'), source.indexOf('|'));
  return 'refusal' in found
    ? found.refusal
    : [text.slice(found.range.start, found.range.end), found.placeholder];
}

describe('renaming', () => {
  it.each(['film', '?film', '$film', ' film '])('accepts %s for a variable and keeps its signs', (name) => {
    expect(rename('SELECT $|x { ?x ?p $x }', name)).toBe('SELECT $film { ?film ?p $film }');
  });

  it.each(['', '?', 'a b', 'a-b', 'a.b', '?x?y', 'ns:x'])('refuses %j for a variable', (name) => {
    expect(rename('SELECT ?|x { ?x ?p ?y }', name)).toMatch(/is not a valid name/);
  });

  it('renames only the variable of a sub-select', () => {
    expect(rename('SELECT ?x { ?x ?p ?y { SELECT ?y { ?|x ?q ?y } } }', 'z')).toBe(
      'SELECT ?x { ?x ?p ?y { SELECT ?y { ?z ?q ?y } } }',
    );
  });

  it('refuses a name that another variable has', () => {
    expect(rename('SELECT ?|x { ?x ?p ?y }', 'y')).toBe(
      '?y is already a variable of this query, so the two would become one. Choose another name.',
    );
  });

  it('refuses the name of a variable in a sub-select if the two would become one', () => {
    expect(rename('SELECT ?|x { { SELECT ?x { ?x ?p ?y } } }', 'y')).toMatch(/would become one/);
    expect(rename('SELECT ?x { ?x ?p ?y { SELECT ?y { ?|z ?q ?y } } }', 'y')).toMatch(/would become one/);
  });

  it('accepts a name that is used only in another scope', () => {
    expect(rename('SELECT ?|x { ?x ?p ?z { SELECT ?z { ?y ?q ?z } } }', 'y')).toBe(
      'SELECT ?y { ?y ?p ?z { SELECT ?z { ?y ?q ?z } } }',
    );
    expect(rename('ASK { ?x ?p 1 }\n###\nASK { ?|y ?p 2 }', 'x')).toBe(
      'ASK { ?x ?p 1 }\n###\nASK { ?x ?p 2 }',
    );
  });

  it('changes nothing if the name is the same', () => {
    expect(rename('SELECT ?|x { ?x ?p ?y }', 'x')).toBe('SELECT ?x { ?x ?p ?y }');
  });

  it('accepts blank nodes with or without _:', () => {
    expect(rename('ASK { _:|a ?p _:b . _:a ?q 1 }', 'c')).toBe('ASK { _:c ?p _:b . _:c ?q 1 }');
    expect(rename('ASK { _:|a ?p _:b }', '_:c')).toBe('ASK { _:c ?p _:b }');
    expect(rename('ASK { _:|a ?p _:b }', 'b')).toMatch(/already a blank node/);
    expect(rename('ASK { _:|a ?p _:b }', 'a b')).toMatch(/not a valid name/);
  });

  it('renames a prefix in its declaration and all uses', () => {
    const source = 'PREFIX ns: <a:> ASK { |ns:x ns:y "ns:"^^ns:t }';
    expect(rename(source, 'fb')).toBe('PREFIX fb: <a:> ASK { fb:x fb:y "ns:"^^fb:t }');
    expect(rename(source, 'fb:')).toBe('PREFIX fb: <a:> ASK { fb:x fb:y "ns:"^^fb:t }');
    expect(rename(source, '')).toBe('PREFIX : <a:> ASK { :x :y "ns:"^^:t }');
    expect(rename(source, '1')).toMatch(/not a valid name/);
  });

  it('refuses the name of another prefix', () => {
    expect(rename('PREFIX |ns: <a:> PREFIX fb: <b:> ASK { ns:x a fb:y }', 'fb')).toMatch(/already a prefix/);
    expect(rename('PREFIX |ns: <a:> ASK { ns:x a "1"^^xsd:int }', 'xsd')).toMatch(/already a prefix/);
  });

  it('refuses a prefix that is not declared, and says why', () => {
    expect(before('ASK { ?x ?y "1"^^x|sd:int }')).toBe(
      "'xsd:' is built into Virtuoso and not declared here, so it cannot be renamed.",
    );
    expect(before('ASK { ?x n|s:y 1 }')).toMatch(/not declared in this query/);
  });

  it('refuses names of the KB, keywords and white space', () => {
    const only = 'Only variables, blank nodes and prefixes can be renamed.';
    expect(before('PREFIX ns: <a:> ASK { ?x ns:fi|lm ?y }')).toBe(only);
    expect(before('PREFIX ns: <a:> ASK | { ?x ns:film ?y }')).toBe(only);
    expect(rename('|', 'x')).toBe(only);
  });

  it('starts with the current name without its sign', () => {
    expect(before('SELECT ?na|me { }')).toEqual(['?name', 'name']);
    expect(before('PREFIX n|s: <a:> ASK {}')).toEqual(['ns:', 'ns']);
    expect(before('ASK { _:|a ?p 1 }')).toEqual(['_:a', 'a']);
  });

  it('does not split surrogate pairs and line ends', () => {
    expect(rename('SELECT ?x # 🎬\r\n{ ?|x ?p "🎬" .\r\n?x ?q 1 }', 'film')).toBe(
      'SELECT ?film # 🎬\r\n{ ?film ?p "🎬" .\r\n?film ?q 1 }',
    );
  });
});
