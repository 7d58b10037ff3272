import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { funfusic } from './run';
import { temporaryFolder } from './temporary-folder';

const folder = temporaryFolder({
  'friends.ttl': `@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:ann a :Person ; rdfs:label "Ann" ; :knows :bob ; :age 7 .
:bob a :Person ; rdfs:label "Bob" ; :knows :ann ; :age 8 .
`,
  'right.rq':
    'SELECT ?age { <http://example.org/ann> <http://example.org/knows>/<http://example.org/age> ?age }\n',
  'wrong.rq':
    'SELECT ?age { <http://example.org/ann> <http://example.org/knew>/<http://example.org/age> ?age }\n',
});

describe('funfusic schema', () => {
  it('writes a schema that funfusic check accepts, and describes it', async () => {
    const derived = await funfusic(['schema', '--kb', 'friends.ttl', '--out', 'friends.json'], {
      cwd: folder,
    });
    expect(derived).toMatchObject({ code: 0, stdout: '' });
    expect(derived.stderr).toContain('4 relations, 3 of them with a domain and 3 with a range; 1 types');
    expect(JSON.parse(readFileSync(join(folder, 'friends.json'), 'utf8'))).toMatchObject({
      name: 'friends',
      namespace: 'http://example.org/',
      relations: { age: { domain: 'Person', range: 'integer', uses: 2 } },
    });
    const right = await funfusic(['check', '--schema', 'friends.json', 'right.rq'], { cwd: folder });
    expect(right.code).toBe(0);
    const wrong = await funfusic(['check', '--schema', 'friends.json', 'wrong.rq'], { cwd: folder });
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toContain('Unknown relation');
  });

  it('writes to standard output by default', async () => {
    const { stdout } = await funfusic(['schema', '--kb', 'friends.ttl', '--partial'], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({ complete: false, types: { Person: { uses: 2 } } });
  });

  it('reports usage errors', async () => {
    expect(await funfusic(['schema', '--kb', 'nowhere'], { cwd: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no KB "nowhere"') as string,
    });
    expect(await funfusic(['schema', '--timeout', 'soon'], { cwd: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--timeout is "soon"') as string,
    });
  });
});
