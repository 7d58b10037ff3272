import { describe, expect, it } from 'vitest';
import { formatText } from '../../support/formatting';

const statement = `?x ns:film.film.directed_by ns:m.06pj8; a ns:film.film. # a note
FILTER(?x!=?y||lang( ?x ) = ''||langMatches(lang(?x ),'en')) OPTIONAL{?x ns:p ( 1 2 ) , [ns:q "text"@en]}
`;
const untidy = (lines: number): string => `SELECT ?x {\n${statement.repeat(lines / 2)}}`;

/** Milliseconds of the processor, at best; tries again while it took too long, since the machine may be busy. */
function timeOf(text: string, limit: number): number {
  let best = Infinity;
  for (let tries = 10; tries > 0 && best > limit; tries--) {
    const before = process.cpuUsage();
    formatText(text);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

describe('formatting', () => {
  it('takes linear time', () => {
    const short = timeOf(untidy(300), 0);
    expect(timeOf(untidy(2400), 16 * short)).toBeLessThan(16 * short);
  });
});
