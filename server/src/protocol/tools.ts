/** The messages of the tools that agents use. */
import type { ToolName } from '../core/agent-tools/tool-names';
import type { ModelInfo } from './models';

export type { ToolResult } from '../core/agent-tools/tool';
export { TOOL_NAMES, type ToolName } from '../core/agent-tools/tool-names';

/** Uses a tool; answered with a `ToolResult`. Cancelling the request stops it. */
export const TOOL_REQUEST = 'funfusic/tool';

export interface ToolParams {
  readonly name: ToolName;
  readonly input: unknown;
  /** As for a run: tells how far it is. */
  readonly progress?: string;
}

/** Asks what a tool would ask; answered with a `ToolTarget`. */
export const TOOL_TARGET_REQUEST = 'funfusic/toolTarget';

export interface ToolTarget {
  readonly kb: string;
  /** The host of a KB that is not on this computer. */
  readonly remote?: string;
  /** That questions are answered with; absent where none is chosen. */
  readonly model?: ModelInfo;
}
