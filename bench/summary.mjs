// Computes medians and percentiles of the measurements, ratios between servers, and verdicts.
import { median, percentile } from './statistics.mjs';

/**
 * Per server: medians and percentiles in milliseconds and MB. For a server that failed, only the reason is reported, because partial
 * numbers are not comparable.
 */
export function summarize({ servers, coldStarts, typing, sizes, largeFile }) {
  return servers.map(({ id, name, checks }) => ({
    id,
    name,
    checks,
    coldStart: summarizeStarts(coldStarts[id]),
    typing: sizes.map((size) => summarizeTyping(size, typing.results[id][size])),
    ...(largeFile && id === 'ours' ? { largeFile: summarizeTyping(largeFile.size, largeFile.result) } : {}),
  }));
}

function summarizeStarts({ times, failure }) {
  return failure ? { failure } : { p50: median(times), p95: percentile(times, 95) };
}

function summarizeTyping(lines, { rename, write, memory, failure, findingsInValidQuery, repeatedAnswers }) {
  if (failure) return { lines, failure };
  const all = [...rename, ...write];
  return {
    lines,
    keystrokes: all.length,
    p50: median(all),
    p95: percentile(all, 95),
    p50Valid: median(rename),
    p50Broken: median(write),
    resident: median(memory.map((reading) => reading.resident)),
    peak: median(memory.map((reading) => reading.peak)),
    findingsInValidQuery,
    repeatedAnswers,
  };
}

/**
 * Compares our server with each of the others. A measure with `atMost` is a limit: the maximum ratio to Stardog's number.
 */
export function compare(summary) {
  const ours = summary.find(({ id }) => id === 'ours');
  const others = summary.filter(({ id }) => id !== 'ours');
  return measures(summary).map(({ name, atMost, pick }) => ({
    name,
    atMost,
    ratios: Object.fromEntries(others.map((other) => [other.id, ratio(ours && pick(ours), pick(other))])),
  }));
}

function measures(summary) {
  const sizes = summary[0].typing.map(({ lines }) => lines);
  const typed = (lines, field) => (server) => server.typing.find((typing) => typing.lines === lines)[field];
  return [
    { name: 'first diagnostics', atMost: 0.3, pick: (server) => server.coldStart.p50 },
    ...sizes.flatMap((lines) => [
      { name: `keystroke p50, ${lines} lines`, atMost: 1, pick: typed(lines, 'p50') },
      { name: `keystroke p50, ${lines} lines, valid text`, pick: typed(lines, 'p50Valid') },
      { name: `keystroke p50, ${lines} lines, broken text`, pick: typed(lines, 'p50Broken') },
      { name: `keystroke p95, ${lines} lines`, pick: typed(lines, 'p95') },
    ]),
    // At 10 lines the runtime dominates.
    ...sizes.slice(1).flatMap((lines) => [
      { name: `memory after ${lines} lines`, atMost: 1, pick: typed(lines, 'resident') },
      { name: `peak memory up to ${lines} lines`, atMost: 1, pick: typed(lines, 'peak') },
    ]),
  ];
}

/** The growth of the time from one size to the next, in total and per line; 1 per line is linear. */
export function growthOf({ typing, largeFile }) {
  const measured = largeFile ? [...typing, largeFile] : typing;
  return measured.slice(1).map((larger, index) => {
    const smaller = measured[index];
    const time = ratio(larger.p50Valid, smaller.p50Valid);
    return {
      from: smaller.lines,
      to: larger.lines,
      time,
      perLine: ratio(time, larger.lines / smaller.lines),
    };
  });
}

/** Decides which limits are met; `met` is undefined if a number is missing. */
export function judge(summary) {
  const shares = compare(summary)
    .filter(({ atMost }) => atMost !== undefined)
    .map(({ name, atMost, ratios }) => ({ name: `${name}, ours / Stardog`, atMost, value: ratios.stardog }));
  const ours = summary.find(({ id }) => id === 'ours');
  const growth = ours && growthOf(ours).find(({ from, to }) => from === 100 && to === 1000);
  const growthLimit = {
    name: 'growth per line, ours, 100 to 1000 lines',
    atMost: 1.2,
    value: growth?.perLine,
  };
  return [...shares, growthLimit].map((limit) => ({
    ...limit,
    unit: 'x',
    met: limit.value === undefined ? undefined : limit.value <= limit.atMost,
  }));
}

function ratio(a, b) {
  return a === undefined || b === undefined ? undefined : a / b;
}
