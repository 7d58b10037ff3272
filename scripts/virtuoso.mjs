// node scripts/virtuoso.mjs [--folder FOLDER] [--graph IRI] [--max-rows N] [--words] FILES…
// Runs a Virtuoso with these files until standard input ends or Ctrl+C. Prints its address first. --folder keeps the database for the
// next start; --words creates a full-text index.
import { main } from './lib/failure.mjs';
import { readOptions } from './lib/options.mjs';
import { cleanUp } from './lib/processes.mjs';
import { temporaryFolder } from './lib/temporary-folder.mjs';
import { startVirtuoso } from './lib/virtuoso.mjs';

const { values, positionals: files } = readOptions(
  {
    folder: { type: 'string' },
    graph: { type: 'string' },
    'max-rows': { type: 'string' },
    words: { type: 'boolean' },
  },
  { allowPositionals: true },
);

await main(async () => {
  const { address } = await startVirtuoso({
    folder: values.folder ?? temporaryFolder().path,
    files,
    graph: values.graph,
    maxRows: Number(values['max-rows'] ?? 10_000),
    words: values.words,
  });
  console.log(address);
  process.stdin.resume();
  await new Promise((ended) => process.stdin.once('end', ended).once('close', ended));
});
await cleanUp();
process.exit();
