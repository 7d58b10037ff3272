// Computes percentiles of response times, and ratios between servers.
import { percentile } from './statistics.mjs';

/**
 * Per request, server and size: p50 and p95 in milliseconds, or the reason of a failure. The first row is the first completion of a
 * new process.
 */
export function summarizeRequests({ servers, sizes, firstCompletions, requests }) {
  const names = Object.keys(requests.results[servers[0].id]);
  const row = (name, resultsOf) => ({
    name,
    servers: servers.map(({ id, name: serverName }) => ({
      id,
      name: serverName,
      sizes: sizes.map((lines) => ({ lines, ...summarizeTimes(resultsOf(id)[lines]) })),
    })),
  });
  return [
    row('first completion of a new process', (id) => firstCompletions[id]),
    ...names.map((name) => row(name, (id) => requests.results[id][name])),
  ];
}

function summarizeTimes({ times, failure }) {
  if (failure) return { failure };
  return { count: times.length, p50: percentile(times, 50), p95: percentile(times, 95) };
}

/** Per request: the growth of our p50 from the smallest to the largest size, and its ratio to that of each other server. */
export function compareRequests(summary) {
  return summary.map(({ name, servers }) => {
    const ours = servers.find(({ id }) => id === 'ours');
    const others = servers.filter(({ id }) => id !== 'ours');
    return {
      name,
      growth: ours && ratio(ours.sizes.at(-1), ours.sizes[0]),
      shares: others.map((other) => ({
        id: other.id,
        sizes: other.sizes.map((theirs, index) => ({
          lines: theirs.lines,
          ...(theirs.failure ? { failure: theirs.failure } : { ratio: ratio(ours?.sizes[index], theirs) }),
        })),
      })),
    };
  });
}

/** Users notice completions that take longer. */
const maxCompletionMs = 30;

export function judgeRequests(summary) {
  return summary
    .filter(({ name }) => /^(first )?completion(?!.*details)/.test(name))
    .flatMap(({ name, servers }) => {
      const ours = servers.find(({ id }) => id === 'ours');
      const largest = ours?.sizes.at(-1);
      const value = largest?.p95;
      return {
        name: `${name}, p95${largest ? `, ${largest.lines} lines` : ''}, ours`,
        unit: ' ms',
        atMost: maxCompletionMs,
        value,
        met: value === undefined ? undefined : value <= maxCompletionMs,
      };
    });
}

function ratio(a, b) {
  return a?.p50 === undefined || b?.p50 === undefined ? undefined : a.p50 / b.p50;
}
