import { describe, expect, it } from 'vitest';
import { importMessage } from '../../client/src/kb/import-outcome';

const files = ['/data/a.nt', '/data/b.ttl'];

describe('the message after an import', () => {
  it('says that the KB is ready if everything was read', () => {
    expect(importMessage('Films', { works: true, lines: ['It has 3 facts.'] }, files)).toEqual({
      level: 'information',
      message: 'Films is ready: all of its facts were imported.',
    });
  });

  it('counts the skipped lines of all files and shows the first', () => {
    const skipped = [
      { file: '/data/a.nt', lines: 2, first: 7, text: '<a> <b> c .' },
      { file: '/data/b.nt', lines: 1, first: 1 },
    ];
    expect(importMessage('Films', { works: true, lines: [], skipped }, files)).toEqual({
      level: 'warning',
      message:
        'Films is incomplete: 3 lines were skipped because they are not facts. The first is line 7 of a.nt: <a> <b> c .',
      place: { file: '/data/a.nt', line: 7 },
    });
  });

  it('offers no file to open if it is compressed', () => {
    const skipped = [{ file: '/data/a.nt.gz', lines: 1, first: 4 }];
    expect(importMessage('Films', { works: true, lines: [], skipped }, files)).toEqual({
      level: 'warning',
      message:
        'Films is incomplete: 1 line was skipped because it is not a fact. The first is line 4 of a.nt.gz.',
    });
  });

  it('names the file and line that could not be read', () => {
    const lines = ['b.ttl cannot be read: line 3 is not valid Turtle (column 1: x).'];
    expect(importMessage('Films', { works: false, lines }, files)).toEqual({
      level: 'error',
      message: `Films was not imported. ${lines[0]}`,
      place: { file: '/data/b.ttl', line: 3 },
    });
  });

  it('recognizes a dump that is too large for the embedded engine', () => {
    const lines = ['a.nt is too large for the embedded engine: it has about 48 million facts.'];
    expect(importMessage('Films', { works: false, lines }, files)).toEqual({
      level: 'error',
      message: `Films was not imported. ${lines[0]}`,
      isTooLarge: true,
    });
  });
});
