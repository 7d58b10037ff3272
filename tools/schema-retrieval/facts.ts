/** The names and relations of entities in a dump (gzipped N-Triples), to measure retrieval. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { FREEBASE } from '../../server/src/core/language/rdf/names';
import { addToList } from '../../server/src/core/language/text/multimap';

const NAMES = new Set(['type.object.name', 'common.topic.alias']);
/** Limit the neighbors of an entity, in total and per relation. */
const MAX_NEIGHBOURS = 5000;
const MAX_PER_RELATION = 200;

export class Facts {
  private readonly names = new Map<string, string[]>();
  private readonly links = new Map<string, Map<string, string[]>>();

  static async read(file: string): Promise<Facts> {
    const facts = new Facts();
    const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()) });
    for await (const line of lines) facts.add(line);
    return facts;
  }

  namesOf(id: string): readonly string[] {
    return this.names.get(id) ?? [];
  }

  /** Returns the relations within two hops, in either direction. */
  withinTwoSteps(entities: readonly string[]): ReadonlySet<string> {
    const relations = new Set<string>();
    for (const entity of entities) {
      const neighbours = new Set<string>();
      for (const [relation, ends] of this.links.get(entity) ?? []) {
        relations.add(relation);
        for (const end of ends.slice(0, MAX_PER_RELATION))
          if (neighbours.size < MAX_NEIGHBOURS) neighbours.add(end);
      }
      for (const each of neighbours)
        for (const relation of this.links.get(each)?.keys() ?? []) relations.add(relation);
    }
    return relations;
  }

  private add(line: string): void {
    const first = line.indexOf('> ');
    const second = line.indexOf('> ', first + 2);
    if (first < 0 || second < 0) return;
    const subject = idOf(line.slice(0, first + 1));
    const relation = idOf(line.slice(first + 2, second + 1));
    const object = line.slice(second + 2, line.lastIndexOf(' .'));
    if (NAMES.has(relation)) addToList(this.names, subject, object.slice(1, object.lastIndexOf('"')));
    this.link(subject, relation, object.startsWith('<') ? idOf(object) : undefined);
    if (object.startsWith('<')) this.link(idOf(object), relation, subject);
  }

  private link(from: string, relation: string, to: string | undefined): void {
    const links = this.links.get(from) ?? new Map<string, string[]>();
    this.links.set(from, links);
    const ends = links.get(relation) ?? [];
    links.set(relation, ends);
    if (to !== undefined) ends.push(to);
  }
}

function idOf(iri: string): string {
  return iri.slice(1, -1).replace(FREEBASE, '');
}
