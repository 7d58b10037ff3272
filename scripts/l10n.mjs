// Writes l10n/bundle.l10n.json, the texts of the client that can be translated. Run it after a text has changed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { bundleText, clientTexts } from './lib/l10n.mjs';
import { inRoot } from './lib/paths.mjs';

const { texts, problems } = clientTexts();
for (const problem of problems) console.error(problem);
mkdirSync(inRoot('l10n'), { recursive: true });
writeFileSync(inRoot('l10n/bundle.l10n.json'), bundleText(texts));
console.log(`${texts.length} texts.`);
process.exitCode = problems.length > 0 ? 1 : 0;
