/** Reads all names of a KB with the types and the number of facts of their entities, page by page. */
import { languageRank, NAME_IRIS, TYPE_IRIS } from '../../query/entity-queries';
import { queryRows } from '../../query/query-rows';
import { isQueryableIri } from '../../query/entity-directory';
import type { KnowledgeBase, RdfTerm } from '../../kb/knowledge-base';
import type { KbSchema } from '../../schema/schema';
import { ALIASES, isOfTheSchema } from './name-queries';
import { MAX_NAME_LENGTH, type NamedEntity } from './name-table';

export interface GatheredNames {
  readonly entities: readonly NamedEntity[];
  /** What could not be read, a sentence each. */
  readonly troubles: readonly string[];
  /** Whether no query failed, so that the names may be cached. */
  readonly whole: boolean;
}

const LIMITS = {
  /** Rows of names in all. */
  names: 3_000_000,
  /** Rows of names in one query. */
  page: 50_000,
  /** Entities in one query. */
  batch: 2000,
  /** For one query. */
  timeoutMs: 60_000,
};

/** The names of an entity with their ranks. The lowest rank is the main name. */
type RankedNames = Map<string, number>;

/** Rejects only when `signal` is aborted. */
export async function gatherNames(
  kb: KnowledgeBase,
  { schema, language }: { readonly schema: KbSchema; readonly language: string },
  report: (message: string) => void,
  signal: AbortSignal,
): Promise<GatheredNames> {
  const troubles: string[] = [];
  const namesByIri = new Map<string, RankedNames>();
  let rows = 0;
  let whole = true;
  const fail = (trouble: string): void => {
    whole = false;
    if (!troubles.includes(trouble)) troubles.push(trouble);
  };

  gathering: for (const [rank, relation] of [...NAME_IRIS, ...ALIASES].entries()) {
    for (let offset = 0; ; offset += LIMITS.page) {
      const query = `SELECT ?e ?v WHERE { ?e <${relation}> ?v . FILTER(${languageFilter(language)}) } LIMIT ${LIMITS.page} OFFSET ${offset}`;
      const queryLimits = { timeoutMs: LIMITS.timeoutMs, maxRows: LIMITS.page };
      const answer = await queryRows(kb, query, queryLimits, signal);
      if ('problem' in answer) {
        fail(`Not all names could be read. ${answer.problem}`);
        break;
      }
      for (const [entity, name] of answer.rows)
        if (entity?.type === 'uri' && name?.type === 'literal')
          addName(namesByIri, entity.value, name, rank, language);
      rows += answer.rows.length;
      report(`Reading names: ${rows.toLocaleString('en')}`);
      if (rows >= LIMITS.names) {
        const most = LIMITS.names.toLocaleString('en');
        troubles.push(
          `The KB ${kb.name} has more than ${most} names. The names beyond this limit are not recognized in questions.`,
        );
        break gathering;
      }
      if (answer.rows.length < LIMITS.page) break;
    }
  }

  const entities: NamedEntity[] = [];
  const iris = [...namesByIri.keys()].filter((iri) => isQueryableIri(iri) && !isOfTheSchema(iri, schema));
  for (let start = 0; start < iris.length; start += LIMITS.batch) {
    const batch = iris.slice(start, start + LIMITS.batch);
    const { types, facts } = await readTypesAndFacts(kb, batch, schema, fail, signal);
    for (const iri of batch) {
      const own = (types.get(iri)?.split(' ') ?? []).map((type) => schema.idOf(type) ?? type);
      if (own.some((type) => schema.isMediator(type))) continue;
      const names = [...(namesByIri.get(iri) ?? [])].sort(([, left], [, right]) => left - right);
      entities.push({
        id: schema.idOf(iri) ?? iri,
        names: names.map(([name]) => name),
        popularity: Number(facts.get(iri)) || 0,
        types: bySpecificity(own, schema),
      });
    }
    report(`Reading types of entities: ${Math.round((100 * (start + batch.length)) / iris.length)} %`);
  }
  return { entities, troubles, whole };
}

function addName(
  namesByIri: Map<string, RankedNames>,
  iri: string,
  term: Extract<RdfTerm, { readonly type: 'literal' }>,
  relation: number,
  language: string,
): void {
  const name = term.value.trim();
  if (name === '' || name.length > MAX_NAME_LENGTH) return;
  let names = namesByIri.get(iri);
  if (!names) namesByIri.set(iri, (names = new Map()));
  const rank = relation * 10 + languageRank(term['xml:lang'] ?? '', language);
  names.set(name, Math.min(rank, names.get(name) ?? Infinity));
}

/** The types, separated by spaces, and the number of facts of each entity. */
async function readTypesAndFacts(
  kb: KnowledgeBase,
  iris: readonly string[],
  schema: KbSchema,
  fail: (trouble: string) => void,
  signal: AbortSignal,
): Promise<{ readonly types: ReadonlyMap<string, string>; readonly facts: ReadonlyMap<string, string> }> {
  const values = `VALUES ?e { ${iris.map((iri) => `<${iri}>`).join(' ')} }`;
  const typing = [...new Set([...TYPE_IRIS, ...schema.typing])].map((iri) => `<${iri}>`).join('|');
  const read = async (query: string): Promise<ReadonlyMap<string, string>> => {
    const limits = { timeoutMs: LIMITS.timeoutMs, maxRows: iris.length };
    const answer = await queryRows(kb, query, limits, signal);
    if ('rows' in answer)
      return new Map(
        answer.rows.flatMap(([entity, value]) => (entity && value ? [[entity.value, value.value]] : [])),
      );
    fail(`Not all types and facts of entities could be read. ${answer.problem}`);
    return new Map();
  };
  return {
    types: await read(
      `SELECT ?e (GROUP_CONCAT(DISTINCT STR(?t); SEPARATOR=" ") AS ?types) WHERE { ${values} ?e ${typing} ?t . } GROUP BY ?e`,
    ),
    facts: await read(
      `SELECT ?e (COUNT(*) AS ?facts) WHERE { ${values} { ?e ?p ?o . } UNION { ?s ?p ?e . } } GROUP BY ?e`,
    ),
  };
}

/** Sorts types by how often queries use them; community types and types of all entities come last. */
export function bySpecificity(types: readonly string[], schema: KbSchema): readonly string[] {
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

/** English names are always read, because most questions are in English. */
function languageFilter(language: string): string {
  const tags = new Set([language.replace(/[^\w-]/g, '') || 'en', 'en']);
  return ['LANG(?v) = ""', ...[...tags].map((tag) => `LANGMATCHES(LANG(?v), "${tag}")`)].join(' || ');
}
