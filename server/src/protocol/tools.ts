/** The tools for agents. */
import type { ModelInfo } from './models';

export const TOOL_NAMES = ['check', 'run', 'ask', 'describe'] as const;
export type ToolName = (typeof TOOL_NAMES)[number];

export interface ToolParams {
  readonly name: ToolName;
  readonly input: unknown;
  /** The key of `RUN_PROGRESS_NOTIFICATION`s about this request. */
  readonly progress?: string;
}

export interface ToolResult {
  /** For a model to read. */
  readonly text: string;
  /** The same for programs. */
  readonly data: Readonly<Record<string, unknown>>;
  /** `text` says why, and what to do. */
  readonly failed?: boolean;
}

export interface ToolTarget {
  readonly kb: string;
  /** The host of a KB that is not on this computer. */
  readonly remote?: string;
  /** The model that answers questions; absent if none is selected. */
  readonly model?: ModelInfo;
}
