/**
 * How much a search may do. It ends at the first limit that it comes to, with the best that it has seen by then. The counts are what
 * bounds it, so that it finds the same on every machine; time only guards against a KB that is very slow.
 */
export interface SearchLimits {
  /** Queries that are looked at closely: verified, and run where that is worth it. */
  readonly trials: number;
  /** Of these, how many are changed further. */
  readonly expansions: number;
  /** Questions to the KB, of every kind. */
  readonly questions: number;
  readonly milliseconds: number;
  /** Changes to one query. */
  readonly depth: number;
}

export const SEARCH_LIMITS: SearchLimits = {
  trials: 60,
  expansions: 14,
  questions: 150,
  milliseconds: 30_000,
  depth: 4,
};
