// Measures our language server against two others, in one run and with one client.
//   npm run bench -- [--rounds N] [--only ours,stardog,qlue] [--json FILE] [--fail]
// The report is Markdown on standard output. With --fail the exit code is 1 unless every bar is met.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { measureColdStarts, measureLargeFile, measureTyping } from './measure.mjs';
import { toMarkdown } from './markdown.mjs';
import { prepare, servers } from './servers.mjs';
import { compare, judge, summarize } from './summary.mjs';

const sizes = [10, 100, 1000];
const largeSize = 10_000;
/** New typing sessions begin, and typing in the large file goes on, only this long: the run ends in five minutes. */
const sessionsEnd = 180_000;
const largeFileEnd = 240_000;

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    only: { type: 'string', default: servers.map(({ id }) => id).join(',') },
    json: { type: 'string' },
    fail: { type: 'boolean', default: false },
  },
});
const rounds = Number(options.rounds);
const chosen = options.only.split(',');
const unknown = chosen.filter((id) => !servers.some((server) => server.id === id));
if (!Number.isInteger(rounds) || rounds < 1)
  stop(`--rounds wants a whole number from 1 on, not "${options.rounds}".`);
if (unknown.length > 0) stop(`--only knows ours, stardog and qlue, not "${unknown.join(', ')}".`);

const { ready, problems } = prepare(servers.filter(({ id }) => chosen.includes(id)));
for (const problem of problems) console.error(problem);
if (ready.length === 0) stop('There is no server to measure.');

const begun = performance.now();
progress(`first diagnostics, ${rounds} rounds`);
const coldStarts = await measureColdStarts(ready, rounds);
progress(`keystrokes at ${sizes.join(', ')} lines`);
const typing = await measureTyping(ready, sizes, { deadline: begun + sessionsEnd });
const ours = ready.find(({ id }) => id === 'ours');
if (ours) progress(`keystrokes at ${largeSize} lines`);
const largeFile = ours && {
  size: largeSize,
  result: await measureLargeFile(ours, largeSize, { deadline: begun + largeFileEnd }),
};

const summary = summarize({ servers: ready, coldStarts, typing, sizes, largeFile });
const verdicts = judge(summary);
const seconds = Math.round((performance.now() - begun) / 1000);
const facts =
  `Node ${process.versions.node}, ${process.platform}, ${cpus().length} cores; ${rounds} starts and ` +
  `${typing.sessions} typing sessions per server, taken in turns, in ${seconds} s. ` +
  'Absolute numbers belong to this machine at this hour; the ratios are what to read.';
console.log(toMarkdown({ summary, verdicts, problems, facts }));
if (options.json) {
  const record = {
    node: process.versions.node,
    rounds,
    sessions: typing.sessions,
    seconds,
    problems,
    summary,
    ratios: compare(summary),
    verdicts,
  };
  writeFileSync(options.json, JSON.stringify(record, null, 2) + '\n');
}
if (options.fail && !verdicts.every(({ met }) => met)) process.exitCode = 1;

function progress(text) {
  console.error(`Measuring ${text} …`);
}

function stop(message) {
  console.error(message);
  process.exit(2);
}
