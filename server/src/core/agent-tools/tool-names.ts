/** The names of the tools. The protocol has the same list. */
export const TOOL_NAMES = ['check', 'run', 'ask', 'describe'] as const;
export type ToolName = (typeof TOOL_NAMES)[number];
