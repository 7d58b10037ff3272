// Turns the times of requests into percentiles, and these into ratios.
import { percentile } from './statistics.mjs';

/**
 * Per request: per server and size p50 and p95 in milliseconds, or why there are none. The first completion
 * of a new process stands first.
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

/** Per request: how our p50 grows from the smallest to the largest size, and our share of each other's. */
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

/** The most that a list of completions may take: what comes later is noticed. */
const mostForCompletion = 30;

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
        atMost: mostForCompletion,
        value,
        met: value === undefined ? undefined : value <= mostForCompletion,
      };
    });
}

function ratio(a, b) {
  return a?.p50 === undefined || b?.p50 === undefined ? undefined : a.p50 / b.p50;
}
