// npm run check: types, lint, format and unused code. Prints the output of what fails.
import { checks, runCheck } from './lib/checks.mjs';

const results = await Promise.all(checks.map((check) => runCheck(check)));
for (const { title, passed, output } of results) console.log(passed ? `✔ ${title}` : `✖ ${title}\n${output}`);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
