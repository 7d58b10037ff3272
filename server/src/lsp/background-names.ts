/** Names for what is shown between the lines: those that are known at once, the others a while later, all in one go. */
import type { EntityNames } from '../core/edit/hover';
import { namesOf } from '../core/edit/names';
import type { KbSchema } from '../core/schema/schema';
import { isPossibleEntityId } from '../core/language/rdf/ids';
import type { EntityDirectory } from '../core/query/entity-directory';
import type { QueryModel } from '../core/language/sparql/model';
import type { OpenDocument } from './feature';

/** Milliseconds without a new id before a KB is asked: nobody wants the names of ids that are half typed. */
const REST = 300;
/** Milliseconds before a KB that did not answer is asked again. */
const LONG_REST = 60_000;
const MOST_IN_A_DOCUMENT = 2000;

export class BackgroundNames {
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  private readonly restingUntil = new WeakMap<EntityDirectory, number>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly open: (uri: string) => Promise<OpenDocument | undefined>,
    private readonly onNamed: () => void,
  ) {}

  /** Asks nobody now, and only those who may be asked later. */
  namesIn(uri: string, schema: KbSchema, directory: EntityDirectory): EntityNames {
    return (id) => {
      const entity = directory.known(schema.namespace + id);
      if (!entity && isPossibleEntityId(id) && !this.rests(directory)) this.askLater(uri);
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

  private askLater(uri: string): void {
    clearTimeout(this.waiting.get(uri));
    const timer = setTimeout(() => {
      this.waiting.delete(uri);
      // Ends in an error only when the server does.
      this.ask(uri).catch(() => undefined);
    }, REST);
    timer.unref();
    this.waiting.set(uri, timer);
  }

  private async ask(uri: string): Promise<void> {
    const open = await this.open(uri);
    if (!open?.schema) return;
    const wanted = new Map<EntityDirectory, Set<string>>();
    for (const query of open.checked().queries) {
      const entities = open.entitiesOf(query);
      if (!entities || this.rests(entities.directory)) continue;
      const iris = wanted.get(entities.directory) ?? new Set();
      wanted.set(entities.directory, iris);
      for (const iri of entitiesIn(query, open.schema))
        if (iris.size < MOST_IN_A_DOCUMENT && !entities.directory.known(iri)) iris.add(iri);
    }
    let named = false;
    for (const [directory, iris] of wanted) {
      const found = await directory.lookUp(iris, this.stopping.signal);
      if (directory.problem !== undefined) this.restingUntil.set(directory, performance.now() + LONG_REST);
      named ||= [...found.values()].some(({ name }) => name !== undefined);
    }
    if (named) this.onNamed();
  }

  private rests(directory: EntityDirectory): boolean {
    return (this.restingUntil.get(directory) ?? 0) > performance.now();
  }
}

function* entitiesIn(query: QueryModel, schema: KbSchema): Iterable<string> {
  for (const { iri, declares } of namesOf(query))
    if (!declares && isPossibleEntityId(schema.idOf(iri) ?? '')) yield iri;
}
