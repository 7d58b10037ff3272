/**
 * npm run generate -- docs [--check]
 *
 * Writes docs/verifiers.md from the verifiers and the samples, and docs/settings.md from the manifest. With --check it
 * writes nothing, and the exit code is 1 if a page is stale.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsPage } from './docs/settings-page';
import { verifiersPage } from './docs/verifiers-page';

const isCheck = process.argv.includes('--check');

async function build(): Promise<void> {
  const pages = { 'settings.md': settingsPage('.'), 'verifiers.md': await verifiersPage('.') };
  for (const [name, page] of Object.entries(pages)) {
    const file = join('docs', name);
    const isCurrent = existsSync(file) && readFileSync(file, 'utf8') === page;
    if (!isCurrent && isCheck) {
      console.error(`${file} is stale: run npm run generate -- docs.`);
      process.exitCode = 1;
    } else if (!isCheck) {
      if (!isCurrent) writeFileSync(file, page);
      console.log(isCurrent ? `${file} is up to date.` : `${file} is written.`);
    }
  }
}

void build();
