/**
 * Links entities of a remote KB whose names are not all available locally: looks up the names that a question may contain and
 * ranks the entities that have them. Sends two rounds of queries for a question: for names, then for types and numbers of facts.
 * Results are cached by question.
 */
import type { Engine } from '../../kb/kb-config';
import type { KnowledgeBase } from '../../kb/knowledge-base';
import type { KbSchema } from '../../schema/schema';
import { FREEBASE } from '../../language/rdf/names';
import { queryRows, type QueryRows, type QueryRowsProblem } from '../../query/query-rows';
import { isQueryableIri } from '../../query/entity-directory';
import { chosenEntities, linkChosen } from './chosen-entities';
import { countFacts } from './count-facts';
import { findByName } from './find-by-name';
import { bySpecificity } from './gather-names';
import { linkedEntities } from './linked-entities';
import { linkLiterals } from './literals';
import type { EntityLinker, KbAccess, Linking } from './linking';
import { findMentions } from './mentions';
import {
  anyNameBranch,
  isOfTheSchema,
  nameRelations,
  namesQuery,
  prefixQuery,
  textBranch,
} from './name-queries';
import { NameTable, type NamedEntity } from './name-table';
import { capitalizations, namesToTry, searchesToTry } from './remote-names';
import { EntityRanker } from './rank-entities';
import { noIndexNote, type TextIndexState } from './text-index';
import { findWholeNames } from './whole-names';
import type { TableLinkerOptions } from './table-linker';

export interface RemoteLinkerOptions extends Omit<TableLinkerOptions, 'names'> {
  readonly kb: KnowledgeBase;
  readonly language: string;
  /** Returns the engine if it is known, or the problem if the KB does not respond. */
  readonly engine: (signal: AbortSignal) => Promise<Engine | { readonly problem: string } | undefined>;
  /** The state of Virtuoso's full-text index; undefined if unknown. */
  readonly wordIndex: (signal: AbortSignal) => Promise<TextIndexState | undefined>;
  /** For one query. */
  readonly timeoutMs?: number | undefined;
}

const MAX_TIMEOUT_MS = 10_000;
/** Many entities share one name. */
const MAX_ENTITIES_PER_NAME = 6;
const MAX_RESULTS_PER_SEARCH = 15;
const MAX_ENTITIES = 40;
const MAX_ROWS = 2000;
const MAX_CACHED_QUESTIONS = 200;
/** After this many rejected text searches in a row, none is sent: the engine supports them, but this KB does not. */
const MAX_REJECTED_SEARCHES = 3;
/** The approximate number of names of a large KB, from which the rarity of words is estimated. */
const ESTIMATED_NAMES = 1_000_000;

/** What to look up. */
interface NameLookup {
  readonly names: readonly string[];
  /** Groups of words that a name must contain. */
  readonly searches: readonly (readonly string[])[];
  /** Whether the last word of a search may be incomplete. */
  readonly prefix: boolean;
}

type NameRows = QueryRows & Pick<Linking, 'note'>;

export class RemoteLinker implements EntityLinker {
  private readonly cache = new Map<string, Linking>();
  private rejectedSearches = 0;

  constructor(private readonly options: RemoteLinkerOptions) {}

  private get timeoutMs(): number {
    return Math.min(MAX_TIMEOUT_MS, this.options.timeoutMs ?? MAX_TIMEOUT_MS);
  }

  readonly link: EntityLinker['link'] = async (question, chosen, signal, by = this.options) => {
    signal.throwIfAborted();
    if (chosen) return linkChosen(question, chosen, this.options, by.directory, signal);
    const { schema } = this.options;
    const cached = this.cache.get(question);
    if (cached) return cached;
    const lookup = { names: namesToTry(question), searches: searchesToTry(question), prefix: false };
    const { table, troubles, note } = await this.fetchTable(lookup, by, signal);
    const ranker = new EntityRanker(table, schema, this.options.weights);
    const entities = linkedEntities(findMentions(question, table), table, ranker, schema);
    const literals = linkLiterals(question, entities, this.options.today());
    const linking = { entities, literals, troubles, ...(note !== undefined && { note }) };
    if (!troubles.length) this.store(question, linking);
    return linking;
  };

  readonly find: EntityLinker['find'] = async (typed, limit, signal) => {
    signal.throwIfAborted();
    const { schema, directory } = this.options;
    const iri = parseId(typed, schema);
    if (iri !== undefined && (await directory.lookUp([iri], signal)).get(iri)?.exists)
      return (await chosenEntities('', [{ iri }], schema, directory, signal)).entities;
    const searches = searchesToTry(typed).slice(0, 1);
    const lookup = { names: namesToTry(typed, 'whole'), searches, prefix: true };
    const { table } = await this.fetchTable(lookup, this.options, signal);
    return findByName(typed, limit, table, schema);
  };

  /** Clears the cache after a change of the KB. */
  forget(): void {
    this.cache.clear();
  }

  private async fetchTable(
    lookup: NameLookup,
    access: KbAccess,
    signal: AbortSignal,
  ): Promise<Pick<Linking, 'troubles' | 'note'> & { readonly table: NameTable }> {
    const empty = NameTable.of([]);
    if (!lookup.names.length && !lookup.searches.length) return { table: empty, troubles: [] };
    const answer = await this.fetchNames(lookup, access.kb, signal);
    if ('problem' in answer) return { table: empty, troubles: [answer.problem] };
    const { note } = answer;
    const namesByIri = new Map<string, Set<string>>();
    for (const [entity, name] of answer.rows) {
      if (entity?.type !== 'uri' || name?.type !== 'literal' || !isQueryableIri(entity.value)) continue;
      if (namesByIri.size >= MAX_ENTITIES && !namesByIri.has(entity.value)) continue;
      if (isOfTheSchema(entity.value, this.options.schema)) continue;
      namesByIri.set(entity.value, (namesByIri.get(entity.value) ?? new Set()).add(name.value));
    }
    if (!namesByIri.size) return { table: empty, troubles: [], ...(note !== undefined && { note }) };
    const { entities, troubles } = await this.describe(namesByIri, access, signal);
    const table = NameTable.of(entities, ESTIMATED_NAMES);
    return { table, troubles, ...(note !== undefined && { note }) };
  }

  /** Queries whole names and words at the same time; only whole names count if the KB rejects the text search. */
  private async fetchNames(
    lookup: NameLookup,
    kb: KnowledgeBase,
    signal: AbortSignal,
  ): Promise<NameRows | QueryRowsProblem> {
    const { names, searches, prefix } = lookup;
    const relations = nameRelations(this.options.schema);
    const engine =
      this.rejectedSearches < MAX_REJECTED_SEARCHES ? await this.options.engine(signal) : undefined;
    if (typeof engine === 'object') return { ...engine, tooLarge: false };
    const index = engine === 'virtuoso' ? await this.options.wordIndex(signal) : undefined;
    if (index && !index.exists) return this.fetchWithoutIndex(lookup, index, kb, signal);
    const text = searches.flatMap(
      (words) => textBranch(engine, words, relations, { limit: MAX_RESULTS_PER_SEARCH, prefix }) ?? [],
    );
    const [whole, found] = await Promise.all([
      this.fetchWholeNames(names, kb, signal),
      text.length ? this.queryBranches(kb, text, signal) : NO_ROWS,
    ]);
    if ('problem' in whole) return whole;
    if (!('problem' in found)) {
      if (text.length) this.rejectedSearches = 0;
      return { ...found, rows: [...whole.rows, ...found.rows] };
    }
    if (!found.tooLarge || !names.length) return found;
    this.rejectedSearches++;
    return whole;
  }

  private fetchWholeNames(
    names: readonly string[],
    kb: KnowledgeBase,
    signal: AbortSignal,
  ): Promise<QueryRows | QueryRowsProblem> {
    const { schema, language } = this.options;
    const wanted = {
      names,
      relations: nameRelations(schema),
      language,
      // Every name of Freebase has a language tag.
      untagged: schema.namespace !== FREEBASE,
      limit: MAX_ENTITIES_PER_NAME,
    };
    return findWholeNames(wanted, (text) => this.query(kb, text, signal));
  }

  private query(kb: KnowledgeBase, text: string, signal: AbortSignal): Promise<QueryRows | QueryRowsProblem> {
    return queryRows(kb, text, { timeoutMs: this.timeoutMs, maxRows: MAX_ROWS, fastFormat: true }, signal);
  }

  private queryBranches(
    kb: KnowledgeBase,
    branches: readonly string[],
    signal: AbortSignal,
  ): Promise<QueryRows | QueryRowsProblem> {
    return this.query(kb, namesQuery(branches), signal);
  }

  /** Queries whole names in several capitalizations, and prefixes of words if the KB has few names. */
  private async fetchWithoutIndex(
    { names, searches }: NameLookup,
    { fewNames }: TextIndexState,
    kb: KnowledgeBase,
    signal: AbortSignal,
  ): Promise<NameRows | QueryRowsProblem> {
    const relations = nameRelations(this.options.schema);
    const others = capitalizations(names);
    const branches = others.length
      ? relations.map((relation) => anyNameBranch(others, relation, this.options.language, MAX_ENTITIES))
      : [];
    const byWord = fewNames ? prefixQuery([...new Set(searches.flat())], relations) : undefined;
    const [whole, capitalized, byPrefix] = await Promise.all([
      this.fetchWholeNames(names, kb, signal),
      branches.length ? this.queryBranches(kb, branches, signal) : NO_ROWS,
      byWord === undefined ? NO_ROWS : this.query(kb, byWord, signal),
    ]);
    if ('problem' in whole) return whole;
    if ('problem' in capitalized) return capitalized;
    // The prefix query is slow and may time out; the whole names are returned anyway.
    const rows = 'problem' in byPrefix ? [] : searches.flatMap((words) => rowsWith(words, byPrefix.rows));
    return {
      ...whole,
      rows: [...whole.rows, ...capitalized.rows, ...rows],
      note: noIndexNote(this.options.kb.name),
    };
  }

  /** Adds the types and the number of facts of the entities. Mediators are removed. */
  private async describe(
    namesByIri: ReadonlyMap<string, ReadonlySet<string>>,
    { kb, directory }: KbAccess,
    signal: AbortSignal,
  ): Promise<{ readonly entities: readonly NamedEntity[]; readonly troubles: readonly string[] }> {
    const { schema } = this.options;
    const [known, counted] = await Promise.all([
      directory.lookUp(namesByIri.keys(), signal),
      countFacts(kb, [...namesByIri.keys()], this.timeoutMs, signal),
    ]);
    const iris = [...namesByIri.keys()].filter((iri) => !known.get(iri)?.mediator);
    const entities = iris.map((iri) => {
      const { name, types = [] } = known.get(iri) ?? {};
      return {
        id: schema.idOf(iri) ?? iri,
        names: [...new Set([...(name === undefined ? [] : [name]), ...(namesByIri.get(iri) ?? [])])],
        popularity: counted.facts.get(iri) ?? 0,
        types: bySpecificity(types, schema),
      };
    });
    const problem = directory.problem ?? counted.problem;
    return { entities, troubles: problem === undefined ? [] : [problem] };
  }

  private store(question: string, linking: Linking): void {
    this.cache.set(question, linking);
    const [oldest] = this.cache.keys();
    if (this.cache.size > MAX_CACHED_QUESTIONS && oldest !== undefined) this.cache.delete(oldest);
  }
}

const NO_ROWS: QueryRows = { rows: [], columns: [], incomplete: undefined };

/** The first rows whose name has words that begin with each of these. */
function rowsWith(words: readonly string[], rows: QueryRows['rows']): QueryRows['rows'] {
  const matches = (name: string): boolean => {
    const nameWords = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return words.every((word) => nameWords.some((nameWord) => nameWord.startsWith(word)));
  };
  return rows.filter(([, name]) => name && matches(name.value)).slice(0, MAX_RESULTS_PER_SEARCH);
}

/** The IRI, if an IRI or a machine id was typed. */
function parseId(typed: string, schema: KbSchema): string | undefined {
  const text = typed.trim();
  if (text.includes('://')) return isQueryableIri(text) ? text : undefined;
  return schema.machineIds && /^(?:ns:|fb:)?[mg]\.[0-9a-z_]+$/.test(text)
    ? schema.namespace + text.replace(/^\w+:/, '')
    : undefined;
}
