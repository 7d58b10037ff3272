/** Names of entities for inlay hints and code lenses. Known names are returned at once; the others are requested together later. */
import type { EntityNameLookup } from '../core/edit/hover';
import { namesOf } from '../core/edit/names';
import type { KbSchema } from '../core/schema/schema';
import { isPossibleEntityId } from '../core/language/rdf/ids';
import type { EntityDirectory } from '../core/query/entity-directory';
import type { QueryModel } from '../core/language/sparql/model';
import type { OpenDocument } from './feature';
import { UnreachableKbs } from './unreachable-kbs';

/** The time without a new ID before the KB is asked, so that incomplete IDs are not looked up. */
const REQUEST_DELAY_MS = 300;
const MAX_ENTITIES = 2000;

export class BackgroundNames {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly unreachable = new UnreachableKbs();
  private readonly stopping = new AbortController();

  constructor(
    private readonly open: (uri: string) => Promise<OpenDocument | undefined>,
    private readonly onNamed: () => void,
  ) {}

  /** The known names in a document. Missing ones are looked up later. */
  namesIn(uri: string, schema: KbSchema, directory: EntityDirectory): EntityNameLookup {
    return (id) => {
      const entity = directory.known(schema.namespace + id);
      if (!entity && isPossibleEntityId(id) && !this.unreachable.has(directory)) this.schedule(uri);
      return entity?.name;
    };
  }

  close(uri: string): void {
    clearTimeout(this.timers.get(uri));
    this.timers.delete(uri);
  }

  stop(): void {
    this.stopping.abort();
    for (const uri of [...this.timers.keys()]) this.close(uri);
  }

  private schedule(uri: string): void {
    clearTimeout(this.timers.get(uri));
    const timer = setTimeout(() => {
      this.timers.delete(uri);
      // Fails only when the server stops.
      this.lookUpNames(uri).catch(() => undefined);
    }, REQUEST_DELAY_MS);
    timer.unref();
    this.timers.set(uri, timer);
  }

  private async lookUpNames(uri: string): Promise<void> {
    const open = await this.open(uri);
    if (!open?.schema) return;
    const missing = new Map<EntityDirectory, Set<string>>();
    for (const query of open.checked().queries) {
      const entities = open.entitiesOf(query);
      if (!entities || this.unreachable.has(entities.directory)) continue;
      const iris = missing.get(entities.directory) ?? new Set();
      missing.set(entities.directory, iris);
      for (const iri of entitiesIn(query, open.schema))
        if (iris.size < MAX_ENTITIES && !entities.directory.known(iri)) iris.add(iri);
    }
    let named = false;
    for (const [directory, iris] of missing) {
      const found = await directory.lookUp(iris, this.stopping.signal);
      if (directory.problem !== undefined) this.unreachable.add(directory);
      named ||= [...found.values()].some(({ name }) => name !== undefined);
    }
    if (named) this.onNamed();
  }
}

function* entitiesIn(query: QueryModel, schema: KbSchema): Iterable<string> {
  for (const { iri, declares } of namesOf(query))
    if (!declares && isPossibleEntityId(schema.idOf(iri) ?? '')) yield iri;
}
