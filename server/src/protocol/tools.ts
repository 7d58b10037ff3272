/** Tools for agents. */
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
  /** The result as text for a model. */
  readonly text: string;
  /** The result as data for programs. */
  readonly data: Readonly<Record<string, unknown>>;
  /** If true, `text` contains the reason and what to do. */
  readonly failed?: boolean;
}

export interface ToolTarget {
  readonly kb: string;
  /** The host of a KB that is not on this computer. */
  readonly remote?: string;
  /** The model that answers questions; absent if none is selected. */
  readonly model?: ModelInfo;
}
