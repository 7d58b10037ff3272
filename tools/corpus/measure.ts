/** Runs the verifiers on published queries and counts findings. */
import type { KbSchema } from '../../server/src/core/schema/schema';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { verify } from '../../server/src/core/check/verify';
import type { Finding } from '../../server/src/core/check/verifier';
import { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { mutate, statesClass, type MutationKind } from './mutations';
import { goldQueries, modelQueries, type GoldQuery, type ModelQuery } from './questions';
import { throwDefect } from '../throw-defect';

export interface Flagged {
  readonly query: GoldQuery;
  readonly findings: readonly Finding[];
}

export interface GoldReport {
  readonly queries: number;
  readonly syntax: readonly Flagged[];
  readonly errors: readonly Flagged[];
  readonly typeWarnings: readonly Flagged[];
  readonly anyWarning: readonly Flagged[];
}

export function checkText(schema: KbSchema, query: string): readonly Finding[] {
  return verify(parseQuery(query, 'virtuoso'), {
    schema,
    severities: {},
    onDefect: (code, error) => throwDefect(code, error, query),
  });
}

export function isAlarm({ severity }: Finding): boolean {
  return severity === 'error' || severity === 'warning';
}

export function measureGold(schema: KbSchema, folder: string): GoldReport {
  const queries = goldQueries(folder);
  const all = queries.map((query): Flagged => ({ query, findings: checkText(schema, query.query) }));
  const having = (test: (finding: Finding) => boolean): readonly Flagged[] =>
    all
      .map(({ query, findings }) => ({ query, findings: findings.filter(test) }))
      .filter(({ findings }) => findings.length);
  return {
    queries: queries.length,
    syntax: having(({ code }) => code === 'syntax'),
    errors: having(({ severity }) => severity === 'error'),
    typeWarnings: having(({ code, severity }) => code === 'lf_semantic' && severity === 'warning'),
    anyWarning: having(isAlarm),
  };
}

export interface ModelReport {
  readonly byVerdict: ReadonlyMap<
    ModelQuery['verdict'],
    {
      readonly queries: number;
      readonly errors: number;
      readonly alarmed: number;
      readonly byCode: ReadonlyMap<string, number>;
    }
  >;
  readonly exactAlarmed: readonly Flagged[];
}

/** With `every` = 3, checks a third of the queries. */
export function measureModels(schema: KbSchema, folder: string, every = 1): ModelReport {
  const byVerdict = new Map<
    ModelQuery['verdict'],
    { queries: number; errors: number; alarmed: number; byCode: Map<string, number> }
  >();
  const exactAlarmed: Flagged[] = [];
  for (const query of modelQueries(folder).filter((_, index) => index % every === 0)) {
    const row = byVerdict.get(query.verdict) ?? {
      queries: 0,
      errors: 0,
      alarmed: 0,
      byCode: new Map<string, number>(),
    };
    byVerdict.set(query.verdict, row);
    row.queries++;
    const alarms = checkText(schema, query.query).filter(isAlarm);
    if (!alarms.length) continue;
    row.alarmed++;
    if (alarms.some(({ severity }) => severity === 'error')) row.errors++;
    for (const code of new Set(alarms.map(({ code, rule }) => `${code}/${rule ?? ''}`)))
      row.byCode.set(code, (row.byCode.get(code) ?? 0) + 1);
    if (query.verdict === 'exact') exactAlarmed.push({ query, findings: alarms });
  }
  return { byVerdict, exactAlarmed };
}

export interface MutationReport {
  readonly byKind: ReadonlyMap<MutationKind, { readonly mutants: number; readonly caught: number }>;
  readonly missed: readonly { readonly kind: MutationKind; readonly what: string; readonly query: string }[];
}

/** Mutates gold of GrailQAbility and GraphQAbility with a class, in several rounds, because mutations are random. */
export function measureMutations(schema: KbSchema, folder: string, rounds: number): MutationReport {
  const byKind = new Map<MutationKind, { mutants: number; caught: number }>();
  const missed: { kind: MutationKind; what: string; query: string }[] = [];
  const gold = goldQueries(folder).filter(({ set }) => set.includes('qability'));
  const random = new SeededRandom(20150810);
  for (let round = 0; round < rounds; round++) {
    for (const { query } of gold) {
      const model = parseQuery(query, 'virtuoso');
      if (!statesClass(model, schema)) continue;
      for (const mutant of mutate(model, schema, random)) {
        const row = byKind.get(mutant.kind) ?? { mutants: 0, caught: 0 };
        byKind.set(mutant.kind, row);
        row.mutants++;
        const alarms = checkText(schema, mutant.query).filter(
          (finding) =>
            isAlarm(finding) &&
            ['grounding', 'lf_semantic', 'float_suffix', 'intermediate', 'syntax'].includes(finding.code),
        );
        if (alarms.length) row.caught++;
        else missed.push(mutant);
      }
    }
  }
  return { byKind, missed };
}
