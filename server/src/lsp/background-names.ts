/** Names of entities for inlay hints and code lenses: the known ones at once, the others later in one request. */
import type { EntityNames } from '../core/edit/hover';
import { namesOf } from '../core/edit/names';
import type { KbSchema } from '../core/schema/schema';
import { isPossibleEntityId } from '../core/language/rdf/ids';
import type { EntityDirectory } from '../core/query/entity-directory';
import type { QueryModel } from '../core/language/sparql/model';
import type { OpenDocument } from './feature';

/** Milliseconds without a new ID before the KB is asked, so that incomplete IDs are not looked up. */
const DELAY = 300;
/** Milliseconds before an unreachable KB is asked again. */
const RETRY_DELAY = 60_000;
const MAX_IN_A_DOCUMENT = 2000;

export class BackgroundNames {
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  private readonly retryAt = new WeakMap<EntityDirectory, number>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly open: (uri: string) => Promise<OpenDocument | undefined>,
    private readonly onNamed: () => void,
  ) {}

  /** The known names. The others are looked up later. */
  namesIn(uri: string, schema: KbSchema, directory: EntityDirectory): EntityNames {
    return (id) => {
      const entity = directory.known(schema.namespace + id);
      if (!entity && isPossibleEntityId(id) && !this.isUnreachable(directory)) this.schedule(uri);
      return entity?.name;
    };
  }

  close(uri: string): void {
    clearTimeout(this.waiting.get(uri));
    this.waiting.delete(uri);
  }

  stop(): void {
    this.stopping.abort();
    for (const uri of [...this.waiting.keys()]) this.close(uri);
  }

  private schedule(uri: string): void {
    clearTimeout(this.waiting.get(uri));
    const timer = setTimeout(() => {
      this.waiting.delete(uri);
      // Fails only when the server stops.
      this.lookUpNames(uri).catch(() => undefined);
    }, DELAY);
    timer.unref();
    this.waiting.set(uri, timer);
  }

  private async lookUpNames(uri: string): Promise<void> {
    const open = await this.open(uri);
    if (!open?.schema) return;
    const wanted = new Map<EntityDirectory, Set<string>>();
    for (const query of open.checked().queries) {
      const entities = open.entitiesOf(query);
      if (!entities || this.isUnreachable(entities.directory)) continue;
      const iris = wanted.get(entities.directory) ?? new Set();
      wanted.set(entities.directory, iris);
      for (const iri of entitiesIn(query, open.schema))
        if (iris.size < MAX_IN_A_DOCUMENT && !entities.directory.known(iri)) iris.add(iri);
    }
    let named = false;
    for (const [directory, iris] of wanted) {
      const found = await directory.lookUp(iris, this.stopping.signal);
      if (directory.problem !== undefined) this.retryAt.set(directory, performance.now() + RETRY_DELAY);
      named ||= [...found.values()].some(({ name }) => name !== undefined);
    }
    if (named) this.onNamed();
  }

  private isUnreachable(directory: EntityDirectory): boolean {
    return (this.retryAt.get(directory) ?? 0) > performance.now();
  }
}

function* entitiesIn(query: QueryModel, schema: KbSchema): Iterable<string> {
  for (const { iri, declares } of namesOf(query))
    if (!declares && isPossibleEntityId(schema.idOf(iri) ?? '')) yield iri;
}
