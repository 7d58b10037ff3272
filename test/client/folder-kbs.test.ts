import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveFolderKbs } from '../../client/src/kb/folder-kbs';

const FOLDER = join('/', 'work', 'second');
const own = { Mine: { file: 'facts.nt' } };

describe('KBs of a folder in a multi-root workspace', () => {
  it.each<readonly [object, object]>([
    [
      { file: 'facts.nt', schema: 'kb.json' },
      { file: join(FOLDER, 'facts.nt'), schema: join(FOLDER, 'kb.json') },
    ],
    [
      { file: ['a.nt', '/b.nt'], writable: true },
      { file: [join(FOLDER, 'a.nt'), '/b.nt'], writable: true },
    ],
    [
      { endpoint: 'http://localhost/sparql', schema: '' },
      { endpoint: 'http://localhost/sparql', schema: '' },
    ],
  ])('are resolved in that folder: %j', (written, found) => {
    const settings = { knowledgeBase: 'Mine', knowledgeBases: { Mine: written, Other: written } };
    expect(resolveFolderKbs(settings, own, FOLDER)).toEqual({
      knowledgeBase: 'Mine',
      knowledgeBases: { Mine: found, Other: written },
    });
  });

  it.each([undefined, null, 'x', [], {}, { knowledgeBases: 7 }, { knowledgeBases: { Mine: 'x' } }])(
    'leave alone what is none: %j',
    (settings) => {
      expect(resolveFolderKbs(settings, own, FOLDER)).toEqual(settings);
      expect(resolveFolderKbs(settings, undefined, FOLDER)).toEqual(settings);
    },
  );
});
