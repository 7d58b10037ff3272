/** Runs a search on a few facts, as the repair loop does. */
import type { KnowledgeBase } from '../../../server/src/core/kb/knowledge-base';
import type { RepairCandidate } from '../../../server/src/core/repair/search/move';
import { type SearchLimits, searchRepairs } from '../../../server/src/core/repair/search/search';
import { EntityDirectory } from '../../../server/src/core/query/entity-directory';
import type { KbSchema } from '../../../server/src/core/schema/schema';
import { storeKb } from '../../../tools/store-kb';
import { freebase } from '../../support/check';

export const PROLOGUE =
  'PREFIX ns: <http://rdf.freebase.com/ns/>\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n';

export const FACTS = `
ns:m.02mjmr ns:type.object.name "Barack Obama"@en ; ns:type.object.type ns:people.person, ns:common.topic ;
  ns:people.person.place_of_birth ns:m.02hrh0_ ; ns:people.person.children ns:m.0mlx1 ; ns:people.person.spouse_s ns:m.02nqglv ;
  ns:people.person.profession ns:m.0fj9f ; ns:people.person.height_meters "1.85"^^xsd:float ;
  ns:people.person.date_of_birth "1961-08-04"^^xsd:date .
ns:m.025s5v9 ns:type.object.name "Michelle Obama"@en ; ns:type.object.type ns:people.person ;
  ns:people.person.spouse_s ns:m.02nqglv .
ns:m.02nqglv ns:type.object.type ns:people.marriage ; ns:people.marriage.spouse ns:m.02mjmr, ns:m.025s5v9 ;
  ns:people.marriage.location_of_ceremony ns:m.01_d4 ; ns:people.marriage.from "1992"^^xsd:gYear .
ns:m.02hrh0_ ns:type.object.name "Honolulu"@en ; ns:type.object.type ns:location.location, ns:location.citytown ;
  ns:location.location.containedby ns:m.03gh4 .
ns:m.03gh4 ns:type.object.name "Hawaii"@en ; ns:type.object.type ns:location.location, ns:location.us_state ;
  ns:location.location.contains ns:m.02hrh0_ .
ns:m.01_d4 ns:type.object.name "Chicago"@en ; ns:type.object.type ns:location.location, ns:location.citytown .
ns:m.0mlx1 ns:type.object.name "Malia Obama"@en ; ns:type.object.type ns:people.person ; ns:people.person.parents ns:m.02mjmr .
ns:m.0fj9f ns:type.object.name "Politician"@en ; ns:type.object.type ns:people.profession .
`;

export interface SearchOptions {
  readonly question?: string;
  readonly facts?: string;
  /** No KB if it is null. */
  readonly kb?: KnowledgeBase | null;
  readonly schema?: KbSchema | null;
  readonly effort?: SearchLimits;
  readonly signal?: AbortSignal;
  /** By default the clock stands still, so that the number of trials does not depend on the machine. */
  readonly now?: () => number;
  /** Receives the progress messages. */
  readonly messages?: string[];
}

/** Best first, without the prologue. */
export async function search(
  query: string,
  options: SearchOptions = {},
): Promise<readonly RepairCandidate[]> {
  const schema = options.schema === null ? undefined : (options.schema ?? freebase());
  const kb = options.kb === null ? undefined : (options.kb ?? storeKb(options.facts ?? FACTS));
  const searching = searchRepairs(
    PROLOGUE + query,
    options.question,
    {
      schema,
      ...(kb && schema && { kb: { kb, directory: new EntityDirectory(kb, { schema, language: 'en' }) } }),
      now: options.now ?? ((): number => 0),
      onDefect: (code, error) => {
        throw new Error(`${code} crashed`, { cause: error });
      },
    },
    {
      dialect: 'virtuoso',
      severities: {},
      limits: { timeoutMs: 10_000, maxRows: 1000 },
      ...(options.effort && { effort: options.effort }),
    },
    options.signal ?? new AbortController().signal,
  );
  for (;;) {
    const step = await searching.next();
    if (!step.done) options.messages?.push(step.value.message);
    else return step.value.map((one) => ({ ...one, query: one.query.slice(PROLOGUE.length) }));
  }
}

export async function best(
  query: string,
  options: SearchOptions = {},
): Promise<Pick<RepairCandidate, 'query' | 'changes'>> {
  const [first] = await search(query, options);
  if (!first) throw new Error('There is always what was given.');
  return { query: first.query, changes: first.changes };
}
