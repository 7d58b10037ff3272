/** How near the last step of a path is to the keywords of a plan: by its relation, by what it leads to, and by what comes next. */
import type { RdfTerm } from '../../../kb/knowledge-base';
import { labelOf, qualifiedLabelOf } from '../../../schema/labels';
import type { AskOptions, AskPorts } from '../../ask-ports';
import { grown, keyOf, type RelationPath } from './paths';
import type { PathWalk } from './walk';

type Ports = Pick<AskPorts, 'retriever' | 'kb' | 'schema'>;

/** What is called something: one look-up for all. */
const MAX_NAMED = 2;
/** So many of the best are looked behind; to look behind all would ask the KB for everything within three steps. */
const MAX_LOOKED_BEHIND = 6;

export class Scorer {
  private readonly wanted: string;
  private readonly near = new Map<string, number>();

  constructor(
    keywords: readonly string[],
    private readonly ports: Ports,
    private readonly walk: PathWalk,
    private readonly options: AskOptions['fidelis'],
    private readonly signal: AbortSignal,
  ) {
    this.wanted = keywords.join(' ');
  }

  /** The best first, at most so many for each of the paths they have grown from. Those that may not grow on are not looked behind. */
  async ranked(paths: readonly RelationPath[], mayGrow: boolean): Promise<readonly RelationPath[]> {
    const { steps, lookAhead } = this.options;
    // Names are looked up for those only whose relation speaks for them.
    const likely = bestOfEach(
      paths.map((path) => ({ ...path, score: path.score + this.ofRelation(path) })),
      2 * steps,
    );
    const names = await this.namesOf(likely);
    const plain = bestOfEach(
      likely.map((path) => ({ ...path, score: path.score + this.ofEnds(path, names) })),
      steps,
    );
    if (!mayGrow || !lookAhead) return plain;
    const ahead: RelationPath[] = [];
    for (const [at, path] of plain.entries()) {
      const next = at < MAX_LOOKED_BEHIND ? await this.bestNext(path) : 0;
      ahead.push({ ...path, score: path.score + lookAhead * next });
    }
    return ahead.sort(better);
  }

  private ofRelation({ steps }: RelationPath): number {
    const hops = steps.at(-1) ?? [];
    const { schema } = this.ports;
    const ids = hops.map(({ relation, reverse }) => {
      const other = reverse ? schema.relation(relation)?.reverse : undefined;
      return other ?? relation;
    });
    // Whose relation it is says more where its own word says little.
    return Math.max(...[labelOf, qualifiedLabelOf].map((label) => this.nearness(ids.map(label).join(' '))));
  }

  private ofEnds({ ends }: RelationPath, nameOf: (term: RdfTerm) => string | undefined): number {
    return Math.max(0, ...ends.slice(0, MAX_NAMED).map((term) => this.nearness(nameOf(term) ?? '')));
  }

  private async bestNext(path: RelationPath): Promise<number> {
    const [first] = path.ends;
    if (first?.type !== 'uri') return 0;
    const next = await grown({ ...path, ends: [first] }, this.walk);
    return Math.max(0, ...next.map((each) => this.ofRelation(each)));
  }

  private async namesOf(paths: readonly RelationPath[]): Promise<(term: RdfTerm) => string | undefined> {
    const ends = paths.flatMap((path) => path.ends.slice(0, MAX_NAMED));
    const iris = ends.flatMap(({ type, value }) => (type === 'uri' ? [value] : []));
    const known = await this.ports.kb.directory.lookUp(iris, this.signal);
    return ({ value }) => known.get(value)?.name;
  }

  private nearness(text: string): number {
    let near = this.near.get(text);
    if (near === undefined)
      this.near.set(text, (near = text ? this.ports.retriever.similarity(this.wanted, text) : 0));
    return near;
  }
}

function bestOfEach(paths: readonly RelationPath[], most: number): readonly RelationPath[] {
  const taken = new Map<string, number>();
  return [...paths].sort(better).filter(({ start, steps }) => {
    const from = [start.iri, ...steps.slice(0, -1).map(keyOf)].join(' ');
    const count = (taken.get(from) ?? 0) + 1;
    taken.set(from, count);
    return count <= most;
  });
}

function better(left: RelationPath, right: RelationPath): number {
  return right.score - left.score || (pathKey(left) < pathKey(right) ? -1 : 1);
}

function pathKey({ start, steps }: RelationPath): string {
  return [start.iri, ...steps.map(keyOf)].join(' ');
}
