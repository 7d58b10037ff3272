/**
 * Explains why a query has no results: adds the parts of its pattern one by one, starting from constants, until nothing matches. The
 * reported part is one without which the rest matches; of several such parts, the one with the strongest evidence.
 */
import type { Group, QueryModel, Select } from '../../language/sparql/model';
import type { Fix } from '../../check/verifier';
import { diagnose, type RestOfPattern, type Diagnosis, type DiagnosisContext } from './diagnose';
import { orderParts } from './part-order';
import { splitGroup, joinParts, type PatternPart } from './pattern-parts';
import { type Probe, type ProbeBudget, probeOf, Prober } from './prober';

export interface WhyEmpty {
  readonly verdict: 'no-such-data' | 'broken-pattern' | 'not-empty' | 'unknown';
  /** Markdown-free sentences. */
  readonly summary: string;
  /** In the order of the probes. */
  readonly probes: readonly Probe[];
  /** What would match instead of the reported part. */
  readonly instead: readonly string[];
  /** Fixes that make it match, likeliest first. */
  readonly fixes?: readonly Fix[];
}

export interface WhyEmptyPorts extends Pick<DiagnosisContext, 'kb' | 'schema' | 'directory'> {
  /** Milliseconds since an arbitrary start. */
  readonly now: () => number;
  readonly budget?: ProbeBudget;
}

const BUDGET: ProbeBudget = { probes: 80, eachMs: 5000, allMs: 30_000 };

/** Rejects only when `signal` is aborted. */
export async function whyEmpty(
  model: QueryModel,
  ports: WhyEmptyPorts,
  signal: AbortSignal,
): Promise<WhyEmpty> {
  const { kb, schema } = ports;
  const body = model.parses ? bodyOf(model.query) : undefined;
  const parts = body && splitGroup(model, body.group);
  if (!body || !parts?.length) return unknown('This query has no pattern that can be tested part by part.');
  const prober = new Prober(kb, model, ports.budget ?? BUDGET, ports.now, signal);
  const ordered = orderParts(
    parts.some(({ kind }) => kind !== 'optional') ? parts : parts.map(required),
    schema,
  );
  const all = await prober.some(joinParts(ordered));
  if (all === undefined) return unknown(`The KB ${kb.name} did not answer in time, or refused the pattern.`);
  if (all) return diagnoseModifiers(model, body.select, ordered);
  return followPattern({ ...ports, model, prober, signal }, ordered, []);
}

/** Every probe includes the `surrounding` parts. */
async function followPattern(
  context: DiagnosisContext,
  ordered: readonly PatternPart[],
  surrounding: readonly PatternPart[],
): Promise<WhyEmpty & { readonly weight: number }> {
  const { probes, first } = await probeInOrder(context.prober, ordered, surrounding);
  if (!first) return { ...unknown('The KB did not answer all the probes in time.'), probes, weight: 0 };
  const suspects = await findSuspects(context.prober, ordered, surrounding, first);
  const diagnoses: { readonly part: PatternPart; readonly found: Diagnosis; readonly total: number }[] = [];
  for (const { part, around } of suspects.slice(0, MAX_SUSPECTS)) {
    const found = await diagnosePart(context, part, around);
    diagnoses.push({ part, found, total: found.weight + (part === first ? 10 : 0) });
  }
  const { part, found } = diagnoses.reduce((most, next) => (next.total > most.total ? next : most));
  const text = await found.describe();
  return {
    verdict: found.broken ? 'broken-pattern' : 'no-such-data',
    summary: text.sentences.join(' '),
    probes: suspects.length ? orderProbes(probes, ordered, part, text.inner) : probes,
    instead: text.instead ?? [],
    ...(text.fixes?.length && { fixes: text.fixes }),
    weight: found.weight,
  };
}

const MAX_SUSPECTS = 6;

/** Adds one part at a time until nothing matches. */
async function probeInOrder(
  prober: Prober,
  ordered: readonly PatternPart[],
  context: readonly PatternPart[],
): Promise<{ readonly probes: readonly Probe[]; readonly first: PatternPart | undefined }> {
  const probes: Probe[] = [];
  for (const [index, part] of ordered.entries()) {
    const count = await prober.count(joinParts([...context, ...ordered.slice(0, index + 1)]));
    probes.push(probeOf(part, count === undefined ? 'unknown' : count ? 'matches' : 'nothing', count));
    if (count === 0) return { probes, first: part };
  }
  return { probes, first: undefined };
}

interface Suspect {
  readonly part: PatternPart;
  readonly around: RestOfPattern;
}

/** The parts without which the others match; if there is none, several are wrong, and the first without matches is returned. */
async function findSuspects(
  prober: Prober,
  ordered: readonly PatternPart[],
  context: readonly PatternPart[],
  first: PatternPart,
): Promise<readonly Suspect[]> {
  const suspects: Suspect[] = [];
  for (const part of ordered) {
    if (part.kind === 'bind' || part.kind === 'optional') continue;
    const { remaining, removedTests } = withoutPart(ordered, part);
    const rest = [...context, ...remaining];
    const before = [...context, ...remaining.filter((one) => ordered.indexOf(one) < ordered.indexOf(part))];
    if (!rest.length || (await prober.some(joinParts(rest))) === true)
      suspects.push({ part, around: { rest, before, removedTests } });
  }
  if (suspects.length) return suspects;
  const rest = [...context, ...ordered.slice(0, ordered.indexOf(first))];
  return [{ part: first, around: { rest, before: rest, removedTests: [] } }];
}

/** Removes a part and the tests on variables that only this part binds. */
export function withoutPart(
  ordered: readonly PatternPart[],
  part: PatternPart,
): { readonly remaining: readonly PatternPart[]; readonly removedTests: readonly PatternPart[] } {
  const others = ordered.filter((one) => one !== part);
  const bound = new Set(others.flatMap(({ binds }) => [...binds]));
  const missing = [...part.binds].filter((name) => !bound.has(name));
  const isRemoved = ({ kind, mentions }: PatternPart): boolean =>
    (kind === 'filter' || kind === 'bind' || kind === 'minus') && missing.some((name) => mentions.has(name));
  return { remaining: others.filter((one) => !isRemoved(one)), removedTests: others.filter(isRemoved) };
}

/** Diagnoses the inner groups of a part. */
async function diagnosePart(
  context: DiagnosisContext,
  part: PatternPart,
  around: RestOfPattern,
): Promise<Diagnosis> {
  const { model, schema, prober } = context;
  const inner = part.kind === 'union' || part.kind === 'group' ? (part.groups ?? []) : [];
  const found: (WhyEmpty & { readonly weight: number })[] = [];
  for (const group of inner.slice(0, MAX_BRANCHES)) {
    if (group.kind === 'service' || group.kind === 'graph') continue;
    const body = group.select ? bodyOf(group.select) : { group, select: undefined };
    const parts = body && splitGroup(model, body.group);
    if (!body || !parts?.length) continue;
    // Inside a sub-select the same name may be another variable, so it is probed alone.
    const surrounding = body.select ? [] : around.rest;
    const ordered = orderParts(parts, schema);
    if ((await prober.some(joinParts([...surrounding, ...ordered]))) !== false) continue;
    found.push(await followPattern(context, ordered, surrounding));
  }
  const best = found.length
    ? found.reduce((most, next) => (next.weight > most.weight ? next : most))
    : undefined;
  if (!best || found.length < inner.length) return diagnose(context, part, around);
  const lead = part.kind === 'union' ? `None of the ${inner.length} branches of the UNION matches.` : '';
  return {
    weight: best.weight,
    broken: best.verdict === 'broken-pattern',
    describe: () => ({
      sentences: [lead, best.summary].filter(Boolean),
      instead: best.instead,
      ...(best.fixes && { fixes: best.fixes }),
      inner: best.probes,
    }),
  };
}

const MAX_BRANCHES = 4;

/** The probes of the parts that match together, then that of the reported part. */
function orderProbes(
  probes: readonly Probe[],
  ordered: readonly PatternPart[],
  culprit: PatternPart,
  inner: readonly Probe[] | undefined,
): readonly Probe[] {
  const remaining = new Set(withoutPart(ordered, culprit).remaining);
  const counted = new Map<PatternPart, Probe>();
  for (const [index, part] of ordered.entries()) {
    const probe = probes[index];
    // Counts are valid while the same parts precede.
    if (part === culprit) break;
    if (probe?.outcome === 'matches') counted.set(part, probe);
  }
  const others = ordered.filter((part) => remaining.has(part));
  return [
    ...others.map((part) => counted.get(part) ?? probeOf(part, 'matches', undefined)),
    ...(inner ?? [probeOf(culprit, 'nothing', 0)]),
  ];
}

/** The group of a query, or of the inner query if it only wraps another. */
export function bodyOf(select: Select): { readonly group: Group; readonly select: Select } | undefined {
  const [group, ...more] = select.groups.filter(({ kind }) => kind !== 'template');
  if (!group || more.length || select.form === 'update') return undefined;
  const wraps = group.select && !group.triples.length && !group.children.length && !group.filters.length;
  return wraps && !select.having.length ? bodyOf(group.select) : { group, select };
}

/** If all parts are optional, they are probed as required. */
function required(part: PatternPart): PatternPart {
  const [group] = part.groups ?? [];
  if (part.kind !== 'optional' || !group) return part;
  return { ...part, kind: 'group', text: part.text.slice(part.text.indexOf('{')) };
}

function unknown(summary: string): WhyEmpty {
  return { verdict: 'unknown', summary, probes: [], instead: [] };
}

/** The pattern matches, so a solution modifier removes all rows, or the query is not empty. */
function diagnoseModifiers(model: QueryModel, select: Select, ordered: readonly PatternPart[]): WhyEmpty {
  const { having, limit, projection, star, form } = select;
  const probes = ordered.map((part) => probeOf(part, 'matches', undefined));
  const because = (range: { readonly start: number; readonly end: number }, summary: string): WhyEmpty => ({
    verdict: 'no-such-data',
    summary,
    probes: [...probes, { added: model.text.slice(range.start, range.end), ...range, outcome: 'nothing' }],
    instead: [],
  });
  const [condition] = having;
  if (condition)
    return because(condition.range, 'The pattern matches, but no group of its rows passes HAVING.');
  if (limit?.value === 0) return because(limit.range, 'LIMIT 0 leaves no rows.');
  const offset = model.tokens.find(({ type, value }) => type === 'keyword' && value === 'OFFSET');
  if (offset)
    return because(
      { start: offset.start, end: model.tokens.find(({ start }) => start >= offset.end)?.end ?? offset.end },
      'The pattern matches, but OFFSET skips all rows.',
    );
  const bound = new Set(ordered.flatMap(({ binds }) => [...binds]));
  const unbound = projection.filter(
    ({ variable, expression }) => variable && !expression && !bound.has(variable.name),
  );
  const [missing] = unbound;
  if (form === 'select' && !star && missing?.variable && unbound.length === projection.length)
    return {
      verdict: 'broken-pattern',
      summary: `The pattern matches, but no part of it binds ?${missing.variable.name}.`,
      probes,
      instead: [...bound].map((name) => `?${name}`),
    };
  return {
    verdict: 'not-empty',
    summary: 'The whole pattern matches now. Run the query again.',
    probes,
    instead: [],
  };
}
