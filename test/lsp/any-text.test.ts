import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Position, Range } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { VALID_QUERIES, INVALID_QUERIES } from '../support/queries';
import { damageAll } from '../support/damaged-texts';
import { TestClient } from './client';

const PREFIX = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';
const TEXTS: readonly string[] = [
  '',
  '\n',
  '#',
  '###',
  '### \n### \n###',
  '# question: \n# question: what?\n',
  '\uFEFFSELECT ?x { ?x ?y ?z }',
  'SELECT',
  '?',
  'ns:',
  '<',
  '"',
  '{'.repeat(300),
  '}'.repeat(300),
  '('.repeat(300),
  'SELECT ?x { ?x ns:a.b.c',
  `${PREFIX}SELECT ?x {\r\n  ?x ns:film.film.\r\n  ?x a ns:\r\n}\r\n### second\r\nASK { ?😀 ns:x "😀`,
  `${PREFIX}SELECT ?x { ?x ns:film.film.starring/ns: }`,
  `${PREFIX}SELECT ?x { ?x ns:people.person.date_of_birth ?d . FILTER(?d > ) }`,
  `${PREFIX}SELECT (COUNT( { ?x ns:people.person.height_meters "1"^^xsd: }`,
  `${PREFIX}INSERT DATA { ns:m.0 ns:type.object.name "x" } ; DELETE WHERE { ?x ?y ?z }`,
  // This text once froze the server.
  `DELETE${' '.repeat(200)}?x`,
  `INSERT${'#\n\r'.repeat(200)}?x`,
];

let client: TestClient;
beforeAll(async () => {
  client = await TestClient.start({ schemaPages: true });
});
afterAll(() => client.stop());

/** All ranges in a response, at any depth. */
function rangesIn(answer: unknown): readonly Range[] {
  if (Array.isArray(answer)) return answer.flatMap(rangesIn);
  if (typeof answer !== 'object' || answer === null) return [];
  if ('start' in answer && 'end' in answer && typeof answer.start === 'object') return [answer as Range];
  return Object.entries(answer).flatMap(([key, value]) =>
    // Ranges in other documents are ignored.
    key === 'targetRange' || key === 'targetSelectionRange' || key === 'location' ? [] : rangesIn(value),
  );
}

function isIn(document: TextDocument, { start, end }: Range): boolean {
  const exists = (position: Position): boolean => {
    const back = document.positionAt(document.offsetAt(position));
    return back.line === position.line && back.character === position.character;
  };
  return exists(start) && exists(end) && document.offsetAt(start) <= document.offsetAt(end);
}

async function askEverything(text: string, draw: SeededRandom): Promise<void> {
  const uri = await client.open(text);
  const document = TextDocument.create(uri, 'sparql', 1, text);
  const position = document.positionAt(draw.below(text.length + 1));
  const whole = { start: { line: 0, character: 0 }, end: document.positionAt(text.length) };
  const here = { start: position, end: position };
  const options = { tabSize: 2, insertSpaces: true };
  const context = { diagnostics: [], triggerKind: 1 };
  const requests: readonly (readonly [method: string, params: object])[] = [
    ['completion', { position }],
    ['hover', { position }],
    ['signatureHelp', { position }],
    ['definition', { position }],
    ['references', { position, context: { includeDeclaration: true } }],
    ['documentHighlight', { position }],
    ['documentSymbol', {}],
    ['foldingRange', {}],
    ['selectionRange', { positions: [position, whole.end] }],
    ['documentLink', {}],
    ['codeLens', {}],
    ['inlayHint', { range: whole }],
    ['semanticTokens/full', {}],
    ['semanticTokens/range', { range: whole }],
    ['formatting', { options }],
    ['rangeFormatting', { options, range: here }],
    ['codeAction', { range: here, context }],
    ['codeAction', { range: whole, context: { ...context, only: ['source.fixAll'] } }],
    ['codeAction', { range: whole, context: { ...context, only: ['source.organizeImports'] } }],
  ];
  for (const [method, params] of requests) {
    const answer = await client
      .request<unknown>(`textDocument/${method}`, { textDocument: { uri }, ...params })
      .catch((error: unknown) =>
        expect.fail(`${method} at ${JSON.stringify(position)} of ${JSON.stringify(text)}: ${String(error)}`),
      );
    const outside = rangesIn(answer).filter((range) => !isIn(document, range));
    if (outside.length)
      expect.fail(
        `${method} at ${JSON.stringify(position)} of ${JSON.stringify(text)} names ${JSON.stringify(outside[0])}`,
      );
  }
  // An error with a message is a valid response.
  await client
    .request('textDocument/rename', { textDocument: { uri }, position, newName: 'other' })
    .catch((error: unknown) => expect(String(error)).not.toMatch(/Unhandled|TypeError|undefined/));
  await client.close(uri);
}

describe('Every request', () => {
  it('is answered for texts that are incomplete, cut off or odd', async () => {
    const draw = new SeededRandom(7);
    for (const text of TEXTS) for (let times = 0; times < 3; times++) await askEverything(text, draw);
  });

  it('is answered for damaged queries', async () => {
    const draw = new SeededRandom(11);
    const all = [...VALID_QUERIES, ...INVALID_QUERIES].map((text) => PREFIX + text);
    for (const text of damageAll(all, 1, draw)) {
      if (draw.below(3)) continue;
      await askEverything(text.slice(0, draw.below(3) ? undefined : draw.below(text.length)), draw);
    }
  });
});
