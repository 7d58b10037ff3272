/**
 * npm run generate -- docs [--check]
 *
 * Writes docs/verifiers.md from the suite of verifiers and the samples. --check writes nothing and exits with 1 if the page is stale.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifiersPage } from './docs/verifiers-page';

const file = join('docs', 'verifiers.md');

void verifiersPage('.').then((page) => {
  const current = existsSync(file) && readFileSync(file, 'utf8') === page;
  if (!process.argv.includes('--check')) {
    if (!current) writeFileSync(file, page);
    console.log(current ? `${file} is up to date.` : `${file} is written.`);
  } else if (!current) {
    console.error(`${file} is stale: run npm run generate -- docs.`);
    process.exit(1);
  }
});
