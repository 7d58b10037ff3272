/**
 * The folds of all tools that train and measure. Questions with the same words are in one fold, and so are those whose gold queries
 * have the same entities, relations and classes, because training on a paraphrase would reveal the answer.
 */
export const FOLDS = 5;

export interface FoldQuestion {
  readonly question: string;
  /** Its gold query. */
  readonly sparql: string;
}

export class Folds {
  /** A union-find forest of keys; the root of a group is its smallest key. */
  private readonly parents = new Map<string, string>();

  constructor(all: Iterable<FoldQuestion>) {
    for (const one of all) {
      const [first, ...others] = groupKeys(one);
      for (const other of others) this.join(first, other);
    }
  }

  /** The fold of the question's group, or a hash of its words if it is unknown. */
  foldOf(one: FoldQuestion): number {
    const keys = groupKeys(one);
    return hash(this.rootOf(keys.find((key) => this.parents.has(key)) ?? keys[0])) % FOLDS;
  }

  /** Whether a question with the same words or query is in a fold. */
  knows(one: FoldQuestion): boolean {
    return groupKeys(one).some((key) => this.parents.has(key));
  }

  private join(left: string, right: string): void {
    const [least, other] = [this.rootOf(left), this.rootOf(right)].sort();
    if (least !== undefined && other !== undefined) this.parents.set(other, least).set(least, least);
  }

  private rootOf(key: string): string {
    let root = key;
    for (let next = this.parents.get(root); next !== undefined && next !== root;) {
      root = next;
      next = this.parents.get(root);
    }
    return root;
  }
}

export function folds(): readonly number[] {
  return Array.from({ length: FOLDS }, (_, fold) => fold);
}

export function normalizeQuestion(question: string): string {
  return question
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function groupKeys({ question, sparql }: FoldQuestion): readonly [string, ...string[]] {
  const names = findIds(sparql);
  return [`words ${normalizeQuestion(question)}`, ...(names.length ? [`query ${names.join(' ')}`] : [])];
}

/** Returns the sorted IDs of a query without duplicates. */
function findIds(sparql: string): readonly string[] {
  const bare = sparql
    .replace(/<http:\/\/rdf\.freebase\.com\/ns\/([^>]*)>/g, ' $1 ')
    .replace(/<http[^>]*>/g, '');
  return [...new Set(bare.match(/\b[a-z_]+(?:\.[a-z0-9_]+)+/g))]
    .filter((id) => id !== 'type.object.type')
    .sort();
}

function hash(text: string): number {
  let hash = 2166136261;
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619) >>> 0;
  return hash >>> 8;
}
