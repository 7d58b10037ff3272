/**
 * npm run generate -- grown-kb DUMP OUTPUT.nt.gz [--factor N] [--seed N]
 *
 * Writes a KB of the same shape as a dump that is --factor times as large (10 by default), to measure with. Entities are copied with
 * new IDs and recombined names, some of which exist already. Classes and hubs, such as countries and professions, are shared. The
 * same dump, factor and seed give the same facts.
 */
import { parseArgs } from 'node:util';
import { factLines } from '../server/src/adapters/kb/fact-lines';
import { openFactWriter } from '../server/src/adapters/kb/fact-writer';
import { growFacts } from './grow/grow-facts';

void main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { factor: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
  });
  const [dump, output] = positionals;
  const [factor, seed] = [Number(values.factor), Number(values.seed)];
  if (dump === undefined || output === undefined || !(factor >= 1) || !Number.isInteger(seed)) {
    console.error('Expected a dump, a file to write, a --factor of at least 1 and a whole --seed.');
    process.exitCode = 2;
    return;
  }
  const writer = openFactWriter(output);
  let facts = 0;
  try {
    for await (const lines of growFacts(() => factLines([dump]), { factor, seed })) {
      facts += lines.length;
      await writer.write(lines);
    }
    await writer.finish();
  } catch (error) {
    await writer.discard();
    throw error;
  }
  console.log(`${output}: ${facts.toLocaleString('en')} facts`);
}
