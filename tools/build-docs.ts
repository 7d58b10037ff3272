/**
 * npm run generate -- docs [--check]
 *
 * Writes docs/verifiers.md from the verifiers and the samples, docs/settings.md from the manifest, and schemas/ from the types of
 * the files. With --check it writes nothing, and the exit code is 1 if a file is stale.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { settingsPage } from './docs/settings-page';
import { verifiersPage } from './docs/verifiers-page';
import { formatFiles } from './formats/formats';

const isCheck = process.argv.includes('--check');

async function build(): Promise<void> {
  const files = {
    'docs/settings.md': settingsPage('.'),
    'docs/verifiers.md': await verifiersPage('.'),
    ...Object.fromEntries(
      Object.entries(formatFiles('.')).map(([name, text]) => [`schemas/${name}`, text] as const),
    ),
  };
  for (const [file, text] of Object.entries(files)) {
    const isCurrent = existsSync(file) && readFileSync(file, 'utf8') === text;
    if (!isCurrent && isCheck) {
      console.error(`${file} is stale: run npm run generate -- docs.`);
      process.exitCode = 1;
    } else if (!isCheck) {
      mkdirSync(dirname(file), { recursive: true });
      if (!isCurrent) writeFileSync(file, text);
      console.log(isCurrent ? `${file} is up to date.` : `${file} is written.`);
    }
  }
}

void build();
