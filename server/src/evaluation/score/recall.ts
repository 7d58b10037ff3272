/** Computes the recall of gold names among the first k retrieved ones. */
import type { KbSchema } from '../../core/schema/schema';
import { canonicalStep } from '../../core/logical-form/same-graph';
import type { Gold } from '../eval-question';
import type { Prediction } from '../prediction';
import type { RecallCurve } from '../report';
import { mean } from './bootstrap';
import type { ParsedGold } from './exact-match';
import { normalizePath } from './gold-names';

interface RetrievalResult {
  readonly gold: Gold;
  readonly parses: readonly ParsedGold[];
  readonly prediction: Prediction;
}

const KINDS = ['entities', 'relations', 'classes', 'paths'] as const;
type NameKind = (typeof KINDS)[number];

const STEPS = [1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 100];

/** Collects the ranks of gold names question by question. */
export class RecallMeter {
  private readonly found = new Map(KINDS.map((what) => [what, { ranks: [] as GoldRanks[], longest: 1 }]));

  constructor(private readonly schema: KbSchema) {}

  add(result: RetrievalResult): void {
    // Gold of an inexpressible question contains names that do not exist.
    if (result.gold.answerability === 'schema') return;
    for (const [what, found] of this.found) {
      found.ranks.push(...findRanks(result, what, this.schema));
      found.longest = Math.max(found.longest, retrievedIds(result.prediction, what).length);
    }
  }

  curves(): readonly RecallCurve[] {
    return [...this.found].flatMap(([what, { ranks, longest }]): readonly RecallCurve[] => {
      if (!ranks.length) return [];
      const last = STEPS.findIndex((k) => k >= longest);
      const steps = last < 0 ? STEPS : STEPS.slice(0, last + 1);
      return [{ what, n: ranks.length, at: steps.map((k) => ({ k, ...recallAt(ranks, k) })) }];
    });
  }
}

/** The rank of each gold name, starting at 1, for each parse that has names. */
type GoldRanks = readonly (readonly number[])[];

function findRanks(
  { gold, parses, prediction }: RetrievalResult,
  what: NameKind,
  schema: KbSchema,
): readonly GoldRanks[] {
  const normalize = NORMALIZERS[what];
  const rankByKey = new Map<string, number>();
  for (const [index, id] of retrievedIds(prediction, what).entries()) {
    const key = normalize(id, schema);
    if (!rankByKey.has(key)) rankByKey.set(key, index + 1);
  }
  const ranks = goldIds(gold, parses, what).map((ids) =>
    ids.map((id) => rankByKey.get(normalize(id, schema)) ?? Infinity),
  );
  return ranks.length ? [ranks] : [];
}

function goldIds(gold: Gold, parses: readonly ParsedGold[], what: NameKind): readonly (readonly string[])[] {
  const annotated = what === 'entities' && gold.entities ? [gold.entities] : undefined;
  return (annotated ?? parses.flatMap(({ names }) => (names ? [names[what]] : []))).filter(
    ({ length }) => length,
  );
}

const NORMALIZERS: Readonly<Record<NameKind, (id: string, schema: KbSchema) => string>> = {
  entities: (id) => id,
  relations: (relation, schema) => canonicalStep({ relation, reverse: false }, schema).relation,
  classes: (id) => id,
  paths: normalizePath,
};

function retrievedIds({ entities, retrieved }: Prediction, what: NameKind): readonly string[] {
  return what === 'entities' ? entities : retrieved[what];
}

/** Recall of the parse that matches best. */
function recallAt(ranks: readonly GoldRanks[], k: number): { readonly all: number; readonly share: number } {
  const shares = ranks.map((parses) =>
    Math.max(...parses.map((goldRanks) => mean(goldRanks.map((rank) => Number(rank <= k))))),
  );
  return { all: mean(shares.map((share) => Number(share === 1))), share: mean(shares) };
}
