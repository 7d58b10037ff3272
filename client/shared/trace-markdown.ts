import type { RepairTrace } from '../../server/src/protocol';

export function traceAsMarkdown(trace: RepairTrace): string {
  return trace.result.explanation;
}
