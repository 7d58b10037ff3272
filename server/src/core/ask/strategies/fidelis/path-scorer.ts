/** Scores the last step of paths by the similarity of its relation, its ends and the next steps with the keywords of the plan. */
import type { RdfTerm } from '../../../kb/knowledge-base';
import { labelOf, qualifiedLabelOf } from '../../../schema/labels';
import type { AskOptions, AskPorts } from '../../ask-ports';
import { stepKey, type RelationPath } from './paths';
import type { Hop } from '../../../candidates/surroundings/surroundings';
import { irisOf, type PathWalk } from './path-walk';

type Ports = Pick<AskPorts, 'retriever' | 'kb' | 'schema'>;

/** Limits the ends of a path that are compared by name. */
const MAX_NAMED_ENDS = 2;

export class PathScorer {
  private readonly keywords: string;
  private readonly similarities = new Map<string, number>();

  constructor(
    keywords: readonly string[],
    private readonly ports: Ports,
    private readonly walk: PathWalk,
    private readonly options: AskOptions['fidelis'],
    private readonly signal: AbortSignal,
  ) {
    this.keywords = keywords.join(' ');
  }

  /** Returns the best paths first, up to a limit for each path that they extend. */
  async rank(
    paths: readonly RelationPath[],
    { lookAhead }: { readonly lookAhead: boolean },
  ): Promise<readonly RelationPath[]> {
    const { steps, lookAhead: weight } = this.options;
    // Names are only looked up for the paths with the best relations.
    const byRelation = bestExtensions(
      paths.map((path) => ({ ...path, score: path.score + this.scoreStep(path.steps.at(-1) ?? []) })),
      2 * steps,
    );
    const nameOf = await this.lookUpEnds(byRelation);
    const nextSteps = lookAhead && weight ? await this.walk.nextSteps(firstEnds(byRelation)) : undefined;
    return bestExtensions(
      byRelation.map((path) => {
        const next = Math.max(
          0,
          ...firstEnds([path]).flatMap((iri) =>
            (nextSteps?.get(iri) ?? []).map((hops) => this.scoreStep(hops)),
          ),
        );
        return { ...path, score: path.score + this.scoreEnds(path, nameOf) + weight * next };
      }),
      steps,
    );
  }

  private scoreStep(hops: readonly Hop[]): number {
    const { schema } = this.ports;
    const ids = hops.map(
      ({ relation, reverse }) => (reverse ? schema.relation(relation)?.reverse : undefined) ?? relation,
    );
    // The domain helps if the label of the relation is unspecific.
    return Math.max(...[labelOf, qualifiedLabelOf].map((label) => this.similarity(ids.map(label).join(' '))));
  }

  private scoreEnds({ ends }: RelationPath, nameOf: (term: RdfTerm) => string | undefined): number {
    return Math.max(0, ...ends.slice(0, MAX_NAMED_ENDS).map((term) => this.similarity(nameOf(term) ?? '')));
  }

  private async lookUpEnds(paths: readonly RelationPath[]): Promise<(term: RdfTerm) => string | undefined> {
    const iris = irisOf(paths.flatMap((path) => path.ends.slice(0, MAX_NAMED_ENDS)));
    const known = await this.ports.kb.directory.lookUp(iris, this.signal);
    return ({ value }) => known.get(value)?.name;
  }

  private similarity(text: string): number {
    let similarity = this.similarities.get(text);
    if (similarity === undefined) {
      similarity = text ? this.ports.retriever.similarity(this.keywords, text) : 0;
      this.similarities.set(text, similarity);
    }
    return similarity;
  }
}

/** One end of each path stands for all. */
function firstEnds(paths: readonly RelationPath[]): readonly string[] {
  return irisOf(paths.flatMap(({ ends }) => ends.slice(0, 1)));
}

/** Returns the best paths first, up to `limit` for each path that they extend. */
function bestExtensions(paths: readonly RelationPath[], limit: number): readonly RelationPath[] {
  const counts = new Map<string, number>();
  return [...paths].sort(byScore).filter(({ start, steps }) => {
    const key = pathKey({ start, steps: steps.slice(0, -1) });
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= limit;
  });
}

function byScore(left: RelationPath, right: RelationPath): number {
  return right.score - left.score || (pathKey(left) < pathKey(right) ? -1 : 1);
}

function pathKey({ start, steps }: Pick<RelationPath, 'start' | 'steps'>): string {
  return [start.iri, ...steps.map(stepKey)].join(' ');
}
