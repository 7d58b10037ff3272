/** Which relations have facts in a KB. Completion uses what is known; the rest is requested in the background. */
import type { KbRelations } from '../core/edit/complete/kb-relations';
import type { EntityDirectory } from '../core/query/entity-directory';
import { queryRows } from '../core/query/query-rows';
import type { KbEntities } from './entities';
import { UnreachableKbs } from './unreachable-kbs';

/** The time between a completion and the request for its unknown relations. */
const REQUEST_DELAY_MS = 150;
const TIMEOUT_MS = 4000;
/** Relations in one request. */
const BATCH_SIZE = 60;

interface KnownRelations {
  readonly hasFacts: Map<string, boolean>;
  /** The unknown relations of the last completion. */
  unknown: Set<string>;
  isRequesting: boolean;
}

export class RelationFacts {
  private known = new WeakMap<EntityDirectory, KnownRelations>();
  private unreachable = new UnreachableKbs();
  private readonly stopping = new AbortController();

  /** The relations of a KB for one completion. Those that are unknown are requested later. */
  of(kb: KbEntities): KbRelations {
    const relations = this.relationsOf(kb.directory);
    relations.unknown = new Set();
    return {
      name: kb.kb.name,
      hasFacts: (iri) => {
        const hasFacts = relations.hasFacts.get(iri);
        if (hasFacts === undefined) {
          if (!relations.unknown.size) this.schedule(kb, relations);
          relations.unknown.add(iri);
        }
        return hasFacts;
      },
    };
  }

  /** Clears what is known, because a KB was changed or loaded. */
  forget(): void {
    this.known = new WeakMap();
    this.unreachable = new UnreachableKbs();
  }

  stop(): void {
    this.stopping.abort();
  }

  private relationsOf(directory: EntityDirectory): KnownRelations {
    let relations = this.known.get(directory);
    if (!relations)
      this.known.set(
        directory,
        (relations = { hasFacts: new Map(), unknown: new Set(), isRequesting: false }),
      );
    return relations;
  }

  /** One request at a time is sent to a KB. */
  private schedule(kb: KbEntities, relations: KnownRelations): void {
    if (relations.isRequesting || this.unreachable.has(kb.directory)) return;
    relations.isRequesting = true;
    const timer = setTimeout(() => {
      // Fails only when the server stops.
      this.request(kb, relations)
        .catch(() => undefined)
        .finally(() => {
          relations.isRequesting = false;
        });
    }, REQUEST_DELAY_MS);
    timer.unref();
  }

  private async request({ kb, directory }: KbEntities, relations: KnownRelations): Promise<void> {
    const iris = [...relations.unknown].slice(0, BATCH_SIZE);
    if (this.stopping.signal.aborted || !iris.length) return;
    const limits = { timeoutMs: TIMEOUT_MS, maxRows: iris.length };
    const answer = await queryRows(kb, factsQuery(iris), limits, this.stopping.signal);
    if ('problem' in answer || answer.incomplete !== undefined) {
      this.unreachable.add(directory);
      return;
    }
    const used = new Set(answer.rows.map(([relation]) => relation?.value));
    for (const iri of iris) relations.hasFacts.set(iri, used.has(iri));
  }
}

/** Each relation is a UNION branch of its own, so that the index is used. */
function factsQuery(iris: readonly string[]): string {
  const branches = iris.map((iri) => `{ SELECT (<${iri}> AS ?relation) WHERE { ?s <${iri}> ?o . } LIMIT 1 }`);
  return `SELECT ?relation WHERE { ${branches.join(' UNION ')} }`;
}
