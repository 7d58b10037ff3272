/** Reads all names of a KB with the types and the number of facts of their entities, page by page. */
import { languageRank, NAMES, TYPES } from '../../query/entity-queries';
import { queryRows } from '../../query/query-rows';
import { canBeAsked } from '../../query/entity-directory';
import type { KnowledgeBase, RdfTerm } from '../../kb/knowledge-base';
import type { KbSchema } from '../../schema/schema';
import { ALIASES, isOfTheSchema } from './name-queries';
import { LONGEST_NAME, type NamedEntity } from './name-table';

export interface Gathered {
  readonly entities: readonly NamedEntity[];
  /** What could not be had, a sentence each. */
  readonly troubles: readonly string[];
  /** Whether there is any use in keeping it for the next time. */
  readonly whole: boolean;
}

export interface GatherLimits {
  /** Rows of names in all: what comes after that is not linked. */
  readonly names: number;
  readonly page: number;
  readonly batch: number;
  /** Of one query. */
  readonly timeoutMs: number;
}

const GATHER_LIMITS: GatherLimits = {
  names: 3_000_000,
  page: 50_000,
  batch: 2000,
  timeoutMs: 60_000,
};

interface Draft {
  /** With its rank: the lowest is the name. */
  readonly names: Map<string, number>;
}

/** Rejects only when `signal` is aborted. */
export async function gatherNames(
  kb: KnowledgeBase,
  { schema, language }: { readonly schema: KbSchema; readonly language: string },
  tell: (message: string) => void,
  signal: AbortSignal,
  limits: GatherLimits = GATHER_LIMITS,
): Promise<Gathered> {
  const troubles: string[] = [];
  const drafts = new Map<string, Draft>();
  let rows = 0;
  let whole = true;
  const fail = (trouble: string): void => {
    whole = false;
    if (!troubles.includes(trouble)) troubles.push(trouble);
  };

  gathering: for (const [rank, relation] of [...NAMES, ...ALIASES].entries()) {
    for (let offset = 0; ; offset += limits.page) {
      const query = `SELECT ?e ?v WHERE { ?e <${relation}> ?v . FILTER(${inLanguages(language)}) } LIMIT ${limits.page} OFFSET ${offset}`;
      const answer = await queryRows(kb, query, limitsOf(limits, limits.page), signal);
      if ('problem' in answer) {
        fail(`Not all names could be read. ${answer.problem}`);
        break;
      }
      for (const [entity, name] of answer.rows)
        if (entity?.type === 'uri' && name?.type === 'literal')
          take(drafts, entity.value, name, rank, language);
      rows += answer.rows.length;
      tell(`Reading names, ${rows.toLocaleString('en')} so far`);
      if (rows >= limits.names) {
        const most = limits.names.toLocaleString('en');
        troubles.push(
          `The KB ${kb.name} has more than ${most} names: those beyond are not found in questions.`,
        );
        break gathering;
      }
      if (answer.rows.length < limits.page) break;
    }
  }

  const entities: NamedEntity[] = [];
  const iris = [...drafts.keys()].filter((iri) => canBeAsked(iri) && !isOfTheSchema(iri, schema));
  for (let start = 0; start < iris.length; start += limits.batch) {
    const batch = iris.slice(start, start + limits.batch);
    const about = await whatTheyAre(kb, batch, schema, limits, fail, signal);
    for (const iri of batch) {
      const { types = [], facts = 0 } = about.get(iri) ?? {};
      if (types.some((type) => schema.type(type)?.kind === 'mediator')) continue;
      const names = [...(drafts.get(iri)?.names ?? [])].sort(([, left], [, right]) => left - right);
      entities.push({
        id: schema.idOf(iri) ?? iri,
        names: names.map(([name]) => name),
        popularity: facts,
        types: mostTelling(types, schema),
      });
    }
    tell(`Reading what is said of them, ${Math.round((100 * (start + batch.length)) / iris.length)} %`);
  }
  return { entities, troubles, whole };
}

function take(
  drafts: Map<string, Draft>,
  iri: string,
  term: Extract<RdfTerm, { readonly type: 'literal' }>,
  relation: number,
  language: string,
): void {
  const name = term.value.trim();
  if (name === '' || name.length > LONGEST_NAME) return;
  let draft = drafts.get(iri);
  if (!draft) drafts.set(iri, (draft = { names: new Map() }));
  const rank = relation * 10 + languageRank(term['xml:lang'] ?? '', language);
  draft.names.set(name, Math.min(rank, draft.names.get(name) ?? Infinity));
}

interface About {
  types: readonly string[];
  facts: number;
}

async function whatTheyAre(
  kb: KnowledgeBase,
  iris: readonly string[],
  schema: KbSchema,
  limits: GatherLimits,
  fail: (trouble: string) => void,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, About>> {
  const found = new Map<string, About>();
  const of = (iri: string): About => {
    let about = found.get(iri);
    if (!about) found.set(iri, (about = { types: [], facts: 0 }));
    return about;
  };
  const values = `VALUES ?e { ${iris.map((iri) => `<${iri}>`).join(' ')} }`;
  const typing = [...new Set([...TYPES, ...schema.typing])].map((iri) => `<${iri}>`).join('|');
  const types = `SELECT ?e (GROUP_CONCAT(DISTINCT STR(?t); SEPARATOR=" ") AS ?types) WHERE { ${values} ?e ${typing} ?t . } GROUP BY ?e`;
  const counts = `SELECT ?e (COUNT(*) AS ?facts) WHERE { ${values} { ?e ?p ?o . } UNION { ?s ?p ?e . } } GROUP BY ?e`;
  for (const [query, read] of [
    [
      types,
      (about: About, value: string) => {
        about.types = value.split(' ').map((iri) => schema.idOf(iri) ?? iri);
      },
    ],
    [
      counts,
      (about: About, value: string) => {
        about.facts = Number(value) || 0;
      },
    ],
  ] as const) {
    const answer = await queryRows(kb, query, limitsOf(limits, iris.length), signal);
    if ('problem' in answer) fail(`Not all is known of what has a name. ${answer.problem}`);
    else for (const [entity, value] of answer.rows) if (entity && value) read(of(entity.value), value.value);
  }
  return found;
}

/** Those that queries ask for most first; what communities made of it, and what everything is, last. */
export function mostTelling(types: readonly string[], schema: KbSchema): readonly string[] {
  const rank = (id: string): number => {
    if (id === 'common.topic' || id === 'type.object') return 1000;
    const type = schema.type(id);
    if (!type) return 900;
    return (
      (/^(?:base|user|freebase|common|type)\./.test(id) ? 500 : 0) - type.use.queries * 4 - type.use.facts
    );
  };
  return [...new Set(types)].sort((left, right) => rank(left) - rank(right) || (left < right ? -1 : 1));
}

/** Questions are mostly asked in English, whatever language names are shown in. */
function inLanguages(language: string): string {
  const tags = new Set([language.replace(/[^\w-]/g, '') || 'en', 'en']);
  return ['LANG(?v) = ""', ...[...tags].map((tag) => `LANGMATCHES(LANG(?v), "${tag}")`)].join(' || ');
}

function limitsOf({ timeoutMs }: GatherLimits, maxRows: number): { timeoutMs: number; maxRows: number } {
  return { timeoutMs, maxRows };
}
