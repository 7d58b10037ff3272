/**
 * What is held out together, the same for all tools that learn and measure. Questions with the same words are in one fold, and so are
 * those whose gold queries name the same entities, relations and classes: whoever has learnt from a paraphrase knows the answer.
 */
export const FOLDS = 5;

export interface Asking {
  readonly question: string;
  /** Its gold query. */
  readonly sparql: string;
}

export class Folds {
  /** To another key of the same group, up to the least of them. */
  private readonly parents = new Map<string, string>();

  constructor(all: Iterable<Asking>) {
    for (const one of all) {
      const [first, ...others] = keysOf(one);
      for (const other of others) this.join(first, other);
    }
  }

  /** That of its group, or by its words where it is none of those that the folds were made of. */
  of(one: Asking): number {
    const keys = keysOf(one);
    return hashOf(this.rootOf(keys.find((key) => this.parents.has(key)) ?? keys[0])) % FOLDS;
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

export function normalised(question: string): string {
  return question
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function keysOf({ question, sparql }: Asking): readonly [string, ...string[]] {
  const names = namesIn(sparql);
  return [`words ${normalised(question)}`, ...(names.length ? [`query ${names.join(' ')}`] : [])];
}

/** The ids that a query names, each once and in the order of the alphabet. */
function namesIn(sparql: string): readonly string[] {
  const bare = sparql
    .replace(/<http:\/\/rdf\.freebase\.com\/ns\/([^>]*)>/g, ' $1 ')
    .replace(/<http[^>]*>/g, '');
  return [...new Set(bare.match(/\b[a-z_]+(?:\.[a-z0-9_]+)+/g))]
    .filter((id) => id !== 'type.object.type')
    .sort();
}

function hashOf(text: string): number {
  let hash = 2166136261;
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619) >>> 0;
  return hash >>> 8;
}
