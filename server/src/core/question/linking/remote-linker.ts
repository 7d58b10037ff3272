/**
 * Links by asking: for a KB that is too large, or too far away, to have all its names here. The names that a question may mean are looked
 * up, and what comes is ranked as if it were all there is. Three queries a question at most, four without an index of words, and none
 * for one that was asked before.
 */
import type { Engine } from '../../kb/kb-config';
import type { KnowledgeBase } from '../../kb/knowledge-base';
import type { KbSchema } from '../../schema/schema';
import { FREEBASE } from '../../language/rdf/names';
import { queryRows, type Rows, type RowsProblem } from '../../query/query-rows';
import { canBeAsked, type EntityDirectory } from '../../query/entity-directory';
import { chosenEntities } from './chosen-entities';
import { findByName } from './find-by-name';
import { mostTelling } from './gather-names';
import { linkedEntities } from './linked-entities';
import { linkLiterals } from './literals';
import type { EntityLinker, LinkedBy, Linking } from './linking';
import { mentionsIn } from './mentions';
import {
  anyOfPart,
  exactPart,
  isOfTheSchema,
  nameRelations,
  namesQuery,
  plainPart,
  scanQuery,
  textPart,
} from './name-queries';
import { NameTable, type NamedEntity } from './name-table';
import { namesToTry, otherCapitals, searchesToTry } from './remote-names';
import { EntityRanker, type LinkingWeights } from './rank-entities';
import { noIndexNote, type WordIndex } from './word-index';

export interface RemoteLinkerOptions {
  readonly kb: KnowledgeBase;
  readonly schema: KbSchema;
  readonly directory: EntityDirectory;
  readonly language: string;
  /** Which engine answers, where that is known, or why it does not answer. */
  readonly engine: (signal: AbortSignal) => Promise<Engine | { readonly problem: string } | undefined>;
  /** Whether a Virtuoso can search for words; undefined where that is not known. */
  readonly wordIndex: (signal: AbortSignal) => Promise<WordIndex | undefined>;
  readonly today: () => Date;
  readonly learnt: LinkingWeights;
  /** Of one query; a few seconds where it is not said. */
  readonly timeoutMs?: number | undefined;
}

/** A question should not wait for longer. */
const TIMEOUT_MS = 10_000;
/** Many things have the same name. */
const MOST_OF_ONE_NAME = 6;
const MOST_OF_A_SEARCH = 15;
const MOST_ENTITIES = 40;
const MOST_FACTS = 500;
const MOST_REMEMBERED = 200;
const MOST_REFUSALS = 3;
/** About as many names as such a KB has: how rare a word is cannot be seen from a few. */
const NAMES_OF_A_KB = 1_000_000;

export class RemoteLinker implements EntityLinker {
  private readonly remembered = new Map<string, Linking>();
  /** How often it refused to search, one time after the other: its engine may have an index of words, and yet not this KB. */
  private refusals = 0;

  constructor(private readonly options: RemoteLinkerOptions) {}

  private get timeoutMs(): number {
    return Math.min(TIMEOUT_MS, this.options.timeoutMs ?? TIMEOUT_MS);
  }

  readonly link: EntityLinker['link'] = async (question, chosen, signal, by = this.options) => {
    signal.throwIfAborted();
    const { schema } = this.options;
    const today = this.options.today();
    if (chosen) {
      const { entities, troubles } = await chosenEntities(question, chosen, schema, by.directory, signal);
      return { entities, literals: linkLiterals(question, entities, today), troubles };
    }
    const known = this.remembered.get(question);
    if (known) return known;
    const { table, troubles, note } = await this.tableFor(
      namesToTry(question),
      searchesToTry(question),
      false,
      by,
      signal,
    );
    const ranker = new EntityRanker(table, schema, this.options.learnt);
    const entities = linkedEntities(mentionsIn(question, table), table, ranker, schema);
    const literals = linkLiterals(question, entities, today);
    const linking = { entities, literals, troubles, ...(note !== undefined && { note }) };
    if (!troubles.length) this.remember(question, linking);
    return linking;
  };

  readonly find: EntityLinker['find'] = async (typed, most, signal) => {
    signal.throwIfAborted();
    const { schema, directory } = this.options;
    const iri = idTyped(typed, schema);
    if (iri !== undefined && (await directory.lookUp([iri], signal)).get(iri)?.exists)
      return (await chosenEntities('', [{ iri }], schema, directory, signal)).entities;
    const words = searchesToTry(typed).slice(0, 1);
    const { table } = await this.tableFor(namesToTry(typed, 'whole'), words, true, this.options, signal);
    return findByName(typed, most, table, schema);
  };

  /** After the KB was changed. */
  forget(): void {
    this.remembered.clear();
  }

  private async tableFor(
    names: readonly string[],
    searches: readonly (readonly string[])[],
    begun: boolean,
    by: LinkedBy,
    signal: AbortSignal,
  ): Promise<Pick<Linking, 'troubles' | 'note'> & { readonly table: NameTable }> {
    const nothing = NameTable.of([]);
    if (!names.length && !searches.length) return { table: nothing, troubles: [] };
    const answer = await this.askFor(names, searches, begun, by, signal);
    if ('problem' in answer) return { table: nothing, troubles: [answer.problem] };
    const { note } = answer;
    const called = new Map<string, Set<string>>();
    for (const [entity, name] of answer.rows) {
      if (entity?.type !== 'uri' || name?.type !== 'literal' || !canBeAsked(entity.value)) continue;
      if (called.size >= MOST_ENTITIES && !called.has(entity.value)) continue;
      if (isOfTheSchema(entity.value, this.options.schema)) continue;
      called.set(entity.value, (called.get(entity.value) ?? new Set()).add(name.value));
    }
    if (!called.size) return { table: nothing, troubles: [], ...(note !== undefined && { note }) };
    const { entities, troubles } = await this.describe(called, by, signal);
    const table = NameTable.of(entities, NAMES_OF_A_KB);
    return { table, troubles, ...(note !== undefined && { note }) };
  }

  /** By whole names and by words at once; by whole names alone where the KB turns out to have no index of words. */
  private async askFor(
    names: readonly string[],
    searches: readonly (readonly string[])[],
    begun: boolean,
    { kb }: LinkedBy,
    signal: AbortSignal,
  ): Promise<(Rows & Pick<Linking, 'note'>) | RowsProblem> {
    const { schema, language } = this.options;
    const ofFreebase = schema.namespace === FREEBASE;
    const relations = nameRelations(schema);
    const exact = names.flatMap((name) =>
      relations.flatMap((relation) => [
        exactPart(name, relation, language, MOST_OF_ONE_NAME),
        // Freebase says the language of every name.
        ...(ofFreebase ? [] : [plainPart(name, relation, MOST_OF_ONE_NAME)]),
      ]),
    );
    const engine = this.refusals < MOST_REFUSALS ? await this.options.engine(signal) : undefined;
    if (typeof engine === 'object') return { ...engine, tooLarge: false };
    const index = engine === 'virtuoso' ? await this.options.wordIndex(signal) : undefined;
    if (index && !index.exists) return this.askWithoutIndex(names, searches, exact, index, kb, signal);
    const parts = searches.flatMap(
      (words) => textPart(engine, words, relations, { most: MOST_OF_A_SEARCH, begun }) ?? [],
    );
    const limits = { timeoutMs: this.timeoutMs, maxRows: 2000 };
    const ask = (which: readonly string[]): Promise<Rows | RowsProblem> =>
      queryRows(kb, namesQuery(which), limits, signal);
    if (!parts.length) return exact.length ? ask(exact) : NOTHING;
    const answer = await ask([...exact, ...parts]);
    if (!('problem' in answer)) this.refusals = 0;
    if (!('problem' in answer) || !answer.tooLarge || !exact.length) return answer;
    this.refusals++;
    return ask(exact);
  }

  /** By whole names in several capitalisations, and by the beginnings of words where the names are few. */
  private async askWithoutIndex(
    names: readonly string[],
    searches: readonly (readonly string[])[],
    exact: readonly string[],
    { fewNames }: WordIndex,
    kb: KnowledgeBase,
    signal: AbortSignal,
  ): Promise<(Rows & Pick<Linking, 'note'>) | RowsProblem> {
    const relations = nameRelations(this.options.schema);
    const limits = { timeoutMs: this.timeoutMs, maxRows: 2000 };
    const others = otherCapitals(names);
    const more = others.length
      ? relations.map((relation) => anyOfPart(others, relation, this.options.language, MOST_ENTITIES))
      : [];
    const parts = [...exact, ...more];
    const whole = parts.length ? await queryRows(kb, namesQuery(parts), limits, signal) : NOTHING;
    if ('problem' in whole) return whole;
    const scan = fewNames ? scanQuery([...new Set(searches.flat())], relations) : undefined;
    const begun = scan === undefined ? NOTHING : await queryRows(kb, scan, limits, signal);
    // It takes the longest, and what was found by then is worth having.
    const rows = 'problem' in begun ? [] : searches.flatMap((words) => rowsWith(words, begun.rows));
    return { ...whole, rows: [...whole.rows, ...rows], note: noIndexNote(this.options.kb.name) };
  }

  /** What they are, which the directory knows or asks for, and how much is said of them. */
  private async describe(
    called: ReadonlyMap<string, ReadonlySet<string>>,
    { kb, directory }: LinkedBy,
    signal: AbortSignal,
  ): Promise<{ readonly entities: readonly NamedEntity[]; readonly troubles: readonly string[] }> {
    const { schema } = this.options;
    const known = await directory.lookUp(called.keys(), signal);
    const iris = [...called.keys()].filter((iri) => !known.get(iri)?.mediator);
    const counted = new Map<string, number>();
    const answer = iris.length
      ? await queryRows(kb, countQuery(iris), { timeoutMs: this.timeoutMs, maxRows: iris.length }, signal)
      : undefined;
    if (answer && 'rows' in answer)
      for (const [entity, count] of answer.rows)
        if (entity && count) counted.set(entity.value, Number(count.value) || 0);
    const entities = iris.map((iri) => {
      const { name, types = [] } = known.get(iri) ?? {};
      return {
        id: schema.idOf(iri) ?? iri,
        names: [...new Set([...(name === undefined ? [] : [name]), ...(called.get(iri) ?? [])])],
        popularity: counted.get(iri) ?? 0,
        types: mostTelling(types, schema),
      };
    });
    const problem = directory.problem ?? (answer && 'problem' in answer ? answer.problem : undefined);
    return { entities, troubles: problem === undefined ? [] : [problem] };
  }

  private remember(question: string, linking: Linking): void {
    this.remembered.set(question, linking);
    const [oldest] = this.remembered.keys();
    if (this.remembered.size > MOST_REMEMBERED && oldest !== undefined) this.remembered.delete(oldest);
  }
}

const NOTHING: Rows = { rows: [], columns: [], incomplete: undefined };

/** The shortest names that have all of these words, or words that begin with them. */
function rowsWith(words: readonly string[], rows: Rows['rows']): Rows['rows'] {
  const fits = (name: string): boolean => {
    const its = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return words.every((word) => its.some((one) => one.startsWith(word)));
  };
  return rows.filter(([, name]) => name && fits(name.value)).slice(0, MOST_OF_A_SEARCH);
}

/** Up to a cap, for of some things there are millions of facts. */
function countQuery(iris: readonly string[]): string {
  const one = (iri: string): string =>
    `{ SELECT (<${iri}> AS ?e) (COUNT(?p) AS ?facts) WHERE { { SELECT ?p WHERE { { <${iri}> ?p ?o . } UNION { ?s ?p <${iri}> . } } LIMIT ${MOST_FACTS} } } }`;
  return `SELECT ?e ?facts WHERE { ${iris.map(one).join(' UNION ')} }`;
}

function idTyped(typed: string, schema: KbSchema): string | undefined {
  const text = typed.trim();
  if (text.includes('://')) return canBeAsked(text) ? text : undefined;
  return schema.machineIds && /^(?:ns:|fb:)?[mg]\.[0-9a-z_]+$/.test(text)
    ? schema.namespace + text.replace(/^\w+:/, '')
    : undefined;
}
