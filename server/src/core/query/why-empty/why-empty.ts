/**
 * Why a query comes back empty: its pattern is followed part by part, from what is known, until nothing is left. The part that
 * is pointed at is one without which the rest has matches; of several such parts, the one that most speaks against.
 */
import type { KnowledgeBase } from '../../kb/knowledge-base';
import type { KbSchema } from '../../schema/schema';
import type { Group, QueryModel, Select } from '../../language/sparql/model';
import type { Fix } from '../../check/verifier';
import { diagnose, type RestOfPattern, type Diagnosis, type DiagnosisContext } from './diagnose';
import type { EntityDirectory } from '../entity-directory';
import { inOrder } from './part-order';
import { partsOf, textOf, type PatternPart } from './pattern-parts';
import { type Probe, type ProbeBudget, probeOf, Prober } from './prober';

export interface WhyEmpty {
  readonly verdict: 'no-such-data' | 'broken-pattern' | 'not-empty' | 'unknown';
  /** Markdown-free sentences. */
  readonly summary: string;
  /** In the order in which they were tried. */
  readonly probes: readonly Probe[];
  /** What would have matched in place of the first part that leaves nothing. */
  readonly instead: readonly string[];
  /** Proposals that make it match, the likeliest first. */
  readonly fixes?: readonly Fix[];
}

export interface WhyEmptyPorts {
  readonly kb: KnowledgeBase;
  readonly schema: KbSchema | undefined;
  readonly directory: Pick<EntityDirectory, 'lookUp'>;
  /** Milliseconds, from wherever. */
  readonly now: () => number;
  readonly budget?: ProbeBudget;
}

const BUDGET: ProbeBudget = { probes: 80, eachMs: 5000, allMs: 30_000 };

/** Rejects only when `signal` is aborted. */
export async function whyEmpty(
  model: QueryModel,
  asked: WhyEmptyPorts,
  signal: AbortSignal,
): Promise<WhyEmpty> {
  const { kb, schema } = asked;
  const body = model.parses ? bodyOf(model.query) : undefined;
  const parts = body && partsOf(model, body.group);
  if (!body || !parts?.length) return unknown('This query has no pattern that can be tested part by part.');
  const prober = new Prober(kb, model, asked.budget ?? BUDGET, asked.now, signal);
  const ordered = inOrder(
    parts.some(({ kind }) => kind !== 'optional') ? parts : parts.map(required),
    schema,
  );
  const all = await prober.some(textOf(ordered));
  if (all === undefined) return unknown(`The KB ${kb.name} did not answer in time, or refused the pattern.`);
  if (all) return modifiersLeaveNothing(model, body.select, ordered);
  return follow({ ...asked, model, prober, signal }, ordered, []);
}

/** `surrounding` parts stay in every probe. */
async function follow(
  context: DiagnosisContext,
  ordered: readonly PatternPart[],
  surrounding: readonly PatternPart[],
): Promise<WhyEmpty & { readonly weight: number }> {
  const { probes, first } = await grow(context.prober, ordered, surrounding);
  if (!first) return { ...unknown('The KB did not answer all the probes in time.'), probes, weight: 0 };
  const suspects = await suspectsAmong(context.prober, ordered, surrounding, first);
  const diagnoses: { readonly part: PatternPart; readonly found: Diagnosis }[] = [];
  for (const { part, around } of suspects.slice(0, MAX_SUSPECTS))
    diagnoses.push({ part, found: await diagnosePart(context, part, around) });
  const guilty = diagnoses.reduce((most, next) => (weigh(next, first) > weigh(most, first) ? next : most));
  const { part, found } = guilty;
  const told = await found.tell();
  return {
    verdict: found.broken ? 'broken-pattern' : 'no-such-data',
    summary: told.sentences.join(' '),
    probes: suspects.length ? withLast(probes, ordered, part, told.inner) : probes,
    instead: told.instead,
    ...(told.fixes?.length && { fixes: told.fixes }),
    weight: found.weight,
  };
}

const MAX_SUSPECTS = 6;

function weigh(
  { part, found }: { readonly part: PatternPart; readonly found: Diagnosis },
  first: PatternPart,
): number {
  return found.weight + (part === first ? 10 : 0);
}

/** One part more each time, until nothing is left. */
async function grow(
  prober: Prober,
  ordered: readonly PatternPart[],
  context: readonly PatternPart[],
): Promise<{ readonly probes: readonly Probe[]; readonly first: PatternPart | undefined }> {
  const probes: Probe[] = [];
  for (const [index, part] of ordered.entries()) {
    const count = await prober.count(textOf([...context, ...ordered.slice(0, index + 1)]));
    probes.push(probeOf(part, count === undefined ? 'unknown' : count ? 'matches' : 'nothing', count));
    if (count === 0) return { probes, first: part };
  }
  return { probes, first: undefined };
}

interface Suspect {
  readonly part: PatternPart;
  readonly around: RestOfPattern;
}

/** The parts without which the others match; where there is none, several are at fault, and it is the first that leaves nothing. */
async function suspectsAmong(
  prober: Prober,
  ordered: readonly PatternPart[],
  context: readonly PatternPart[],
  first: PatternPart,
): Promise<readonly Suspect[]> {
  const suspects: Suspect[] = [];
  for (const part of ordered) {
    if (part.kind === 'bind' || part.kind === 'optional') continue;
    const { kept, lost } = without(ordered, part);
    const rest = [...context, ...kept];
    const before = [...context, ...kept.filter((one) => ordered.indexOf(one) < ordered.indexOf(part))];
    if (!rest.length || (await prober.some(textOf(rest))) === true)
      suspects.push({ part, around: { rest, before, lost } });
  }
  if (suspects.length) return suspects;
  const rest = [...context, ...ordered.slice(0, ordered.indexOf(first))];
  return [{ part: first, around: { rest, before: rest, lost: [] } }];
}

/** With a part go the tests that it alone gives values to. */
export function without(
  ordered: readonly PatternPart[],
  part: PatternPart,
): { readonly kept: readonly PatternPart[]; readonly lost: readonly PatternPart[] } {
  const others = ordered.filter((one) => one !== part);
  const given = new Set(others.flatMap(({ gives }) => [...gives]));
  const missing = [...part.gives].filter((name) => !given.has(name));
  const isLost = ({ kind, mentions }: PatternPart): boolean =>
    (kind === 'filter' || kind === 'bind' || kind === 'minus') && missing.some((name) => mentions.has(name));
  return { kept: others.filter((one) => !isLost(one)), lost: others.filter(isLost) };
}

/** What has groups of its own is followed into them. */
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
    const parts = body && partsOf(model, body.group);
    if (!body || !parts?.length) continue;
    // Inside a sub-select the same name may be another variable: it is followed alone.
    const surrounding = body.select ? [] : around.rest;
    const ordered = inOrder(parts, schema);
    if ((await prober.some(textOf([...surrounding, ...ordered]))) !== false) continue;
    found.push(await follow(context, ordered, surrounding));
  }
  const best = found.length
    ? found.reduce((most, next) => (next.weight > most.weight ? next : most))
    : undefined;
  if (!best || found.length < inner.length) return diagnose(context, part, around);
  const lead = part.kind === 'union' ? `None of the ${inner.length} branches of the UNION matches.` : '';
  return {
    weight: best.weight,
    broken: best.verdict === 'broken-pattern',
    tell: () =>
      Promise.resolve({
        sentences: [lead, best.summary].filter(Boolean),
        instead: best.instead,
        ...(best.fixes && { fixes: best.fixes }),
        inner: best.probes,
      }),
  };
}

const MAX_BRANCHES = 4;

/** The parts that match together come first, then the one that leaves nothing. */
function withLast(
  probes: readonly Probe[],
  ordered: readonly PatternPart[],
  guilty: PatternPart,
  inner: readonly Probe[] | undefined,
): readonly Probe[] {
  const kept = new Set(without(ordered, guilty).kept);
  const counted = new Map<PatternPart, Probe>();
  for (const [index, part] of ordered.entries()) {
    const probe = probes[index];
    // Counts hold as long as the same parts came before.
    if (part === guilty) break;
    if (probe?.outcome === 'matches') counted.set(part, probe);
  }
  const others = ordered.filter((part) => kept.has(part));
  return [
    ...others.map((part) => counted.get(part) ?? probeOf(part, 'matches', undefined)),
    ...(inner ?? [probeOf(guilty, 'nothing', 0)]),
  ];
}

/** The group that a query matches; of one that only wraps another, that of the inner one. */
export function bodyOf(select: Select): { readonly group: Group; readonly select: Select } | undefined {
  const [group, ...more] = select.groups.filter(({ kind }) => kind !== 'template');
  if (!group || more.length || select.form === 'update') return undefined;
  const wraps = group.select && !group.triples.length && !group.children.length && !group.filters.length;
  return wraps && !select.having.length ? bodyOf(group.select) : { group, select };
}

/** Where all is optional, what is asked for is what the OPTIONALs would give. */
function required(part: PatternPart): PatternPart {
  const [group] = part.groups ?? [];
  if (part.kind !== 'optional' || !group) return part;
  return { ...part, kind: 'group', text: part.text.slice(part.text.indexOf('{')) };
}

function unknown(summary: string): WhyEmpty {
  return { verdict: 'unknown', summary, probes: [], instead: [] };
}

/** The pattern has matches, so that what comes after it takes them away, or nothing does. */
function modifiersLeaveNothing(model: QueryModel, select: Select, ordered: readonly PatternPart[]): WhyEmpty {
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
  const given = new Set(ordered.flatMap(({ gives }) => [...gives]));
  const unbound = projection.filter(
    ({ variable, expression }) => variable && !expression && !given.has(variable.name),
  );
  const [missing] = unbound;
  if (form === 'select' && !star && missing?.variable && unbound.length === projection.length)
    return {
      verdict: 'broken-pattern',
      summary: `The pattern matches, but no part of it binds ?${missing.variable.name}.`,
      probes,
      instead: [...given].map((name) => `?${name}`),
    };
  return {
    verdict: 'not-empty',
    summary: 'The whole pattern matches now. Run the query again.',
    probes,
    instead: [],
  };
}
