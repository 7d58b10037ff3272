/** A KB that counts and times the queries which it passes on. */
import type { Execution, KnowledgeBase } from '../../server/src/core/kb/knowledge-base';

export interface MeteredQuery {
  readonly text: string;
  readonly milliseconds: number;
  readonly status: Execution['status'];
}

export interface MeteredKb extends KnowledgeBase {
  /** The queries since the last call, in the order of their ends. */
  takeQueries(): readonly MeteredQuery[];
}

export function meterKb(kb: KnowledgeBase): MeteredKb {
  let queries: MeteredQuery[] = [];
  return {
    name: kb.name,
    complete: kb.complete,
    writable: kb.writable,
    get factCount() {
      return kb.factCount;
    },
    execute: async (text, limits, signal) => {
      const began = performance.now();
      const execution = await kb.execute(text, limits, signal);
      queries.push({ text, milliseconds: performance.now() - began, status: execution.status });
      return execution;
    },
    ...(kb.prepare && { prepare: kb.prepare.bind(kb) }),
    ...(kb.detectEngine && { detectEngine: kb.detectEngine.bind(kb) }),
    close: () => kb.close(),
    takeQueries: () => {
      const taken = queries;
      queries = [];
      return taken;
    },
  };
}
