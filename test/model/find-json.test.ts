import { describe, expect, test } from 'vitest';
import { findJson, removeReasoning } from '../../server/src/core/model/find-json';

describe('JSON in a reply is found', () => {
  test.each<readonly [what: string, text: string, found: readonly unknown[]]>([
    ['alone', '{"a": 1}', [{ a: 1 }]],
    ['in a fence', 'Here you are:\n```json\n{"a": 1}\n```\nDo you need more?', [{ a: 1 }]],
    ['in a sentence', 'The answer is {"a": [1, {"b": "}"}]}, I think.', [{ a: [1, { b: '}' }] }]],
    ['twice', '{"a": 1} or rather {"a": 2}', [{ a: 1 }, { a: 2 }]],
    ['after a query with brackets', 'SELECT ?x { ?x ?y [] } gives {"a": 1}', [[], { a: 1 }]],
    ['with line ends in a string', '{"query": "SELECT *\n\tWHERE"}', [{ query: 'SELECT *\n\tWHERE' }]],
    ['with quotes in a string', '{"query": "\\"a\\"@en"}', [{ query: '"a"@en' }]],
    ['with trailing commas', '{"a": [1, 2,], "b": ",]",}', [{ a: [1, 2], b: ',]' }]],
    ['after reasoning', '<think>Maybe {"a": 0}?</think>\n{"a": 1}', [{ a: 1 }]],
    ['after reasoning without an opening tag', 'Maybe {"a": 0}?</think>{"a": 1}', [{ a: 1 }]],
    ['not in truncated reasoning', '<think>Maybe {"a": 0}?', []],
    ['not if it is truncated', '{"a": "SELECT', []],
    ['not in plain text', 'I would not know.', []],
  ])('%s', (_, text, found) => {
    expect(findJson(text)).toEqual(found);
  });

  test('in bounded time, even in a text of brackets', () => {
    expect(findJson('{'.repeat(100_000))).toEqual([]);
    expect(findJson('{"'.repeat(100_000))).toEqual([]);
  });
});

test('text before the end of the reasoning is not part of the reply', () => {
  expect(removeReasoning('<think>\nHm.\n</think>\n\nYes.')).toBe('Yes.');
  expect(removeReasoning('Yes, <think> is a tag.')).toBe('Yes, <think> is a tag.');
});
