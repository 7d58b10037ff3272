// Compares our language server with two others, in one run and with one client.
//   npm run bench -- [--requests] [--rounds N] [--only ours,stardog,qlue] [--json FILE] [--fail]
// With --requests, only requests are measured, not diagnostics.
// Prints a report in Markdown. With --fail, the exit code is 1 unless every limit is met.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { measureColdStarts, measureLargeFile, measureTyping } from './measure.mjs';
import { measureFirstCompletions, measureRequests } from './measure-requests.mjs';
import { toMarkdown } from './markdown.mjs';
import { compareRequests, judgeRequests, summarizeRequests } from './request-summary.mjs';
import { prepare, servers } from './servers.mjs';
import { compare, judge, summarize } from './summary.mjs';

const sizes = [10, 100, 1000];
const largeSize = 10_000;
const requestSizes = [10, 1000];
/** Typing sessions start, and typing in the large file continues, up to these times (ms). */
const sessionsEnd = 150_000;
const largeFileEnd = 200_000;
/** Rounds of requests start up to this time (ms), so that the whole run takes six minutes. */
const requestsTime = 110_000;

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    requests: { type: 'boolean', default: false },
    only: { type: 'string', default: servers.map(({ id }) => id).join(',') },
    json: { type: 'string' },
    fail: { type: 'boolean', default: false },
  },
});
const rounds = Number(options.rounds);
const chosen = options.only.split(',');
const unknown = chosen.filter((id) => !servers.some((server) => server.id === id));
if (!Number.isInteger(rounds) || rounds < 1)
  stop(`--rounds is "${options.rounds}"; it must be a whole number above 0.`);
if (unknown.length > 0) stop(`--only has "${unknown.join(', ')}"; it can have ours, stardog and qlue.`);

const { ready, problems } = prepare(servers.filter(({ id }) => chosen.includes(id)));
for (const problem of problems) console.error(problem);
if (ready.length === 0) stop('There is no server to measure.');

const startTime = performance.now();
const diagnostics = options.requests ? undefined : await measureDiagnostics();
const requests = await measureAllRequests();

const verdicts = [...(diagnostics ? judge(diagnostics.summary) : []), ...judgeRequests(requests.summary)];
const seconds = Math.round((performance.now() - startTime) / 1000);
const counts = [
  ...(diagnostics ? [`${rounds} starts and ${diagnostics.sessions} typing sessions`] : []),
  `${rounds} first completions and ${requests.repetitions} repetitions of each request`,
];
const facts =
  `Node ${process.versions.node}, ${process.platform}, ${cpus().length} cores; ${counts.join(', ')} ` +
  `per server, in turns, in ${seconds} s. ` +
  'Absolute numbers depend on this machine and its load; compare the ratios.';
console.log(
  toMarkdown({
    servers: ready,
    diagnostics: diagnostics?.summary,
    requests: requests.summary,
    verdicts,
    problems,
    facts,
  }),
);
if (options.json) {
  const record = {
    node: process.versions.node,
    rounds,
    seconds,
    problems,
    ...(diagnostics
      ? {
          sessions: diagnostics.sessions,
          summary: diagnostics.summary,
          ratios: compare(diagnostics.summary),
        }
      : {}),
    requests: { ...requests, ratios: compareRequests(requests.summary) },
    verdicts,
  };
  writeFileSync(options.json, JSON.stringify(record, null, 2) + '\n');
}
if (options.fail && !verdicts.every(({ met }) => met)) process.exitCode = 1;

async function measureDiagnostics() {
  progress(`first diagnostics, ${rounds} rounds`);
  const coldStarts = await measureColdStarts(ready, rounds);
  progress(`keystrokes at ${sizes.join(', ')} lines`);
  const typing = await measureTyping(ready, sizes, { deadline: startTime + sessionsEnd });
  const ours = ready.find(({ id }) => id === 'ours');
  if (ours) progress(`keystrokes at ${largeSize} lines`);
  const largeFile = ours && {
    size: largeSize,
    result: await measureLargeFile(ours, largeSize, { deadline: startTime + largeFileEnd }),
  };
  return {
    sessions: typing.sessions,
    summary: summarize({ servers: ready, coldStarts, typing, sizes, largeFile }),
  };
}

async function measureAllRequests() {
  const deadline = performance.now() + requestsTime;
  progress(`first completions, ${rounds} rounds`);
  const firstCompletions = await measureFirstCompletions(ready, requestSizes, { rounds });
  progress(`requests at ${requestSizes.join(', ')} lines`);
  const measured = await measureRequests(ready, requestSizes, { rounds, deadline });
  return {
    repetitions: measured.repetitions,
    summary: summarizeRequests({
      servers: ready,
      sizes: requestSizes,
      firstCompletions,
      requests: measured,
    }),
  };
}

function progress(text) {
  console.error(`Measuring ${text} …`);
}

function stop(message) {
  console.error(message);
  process.exit(2);
}
