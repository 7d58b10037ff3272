/** Known to the editor's side too, which has nothing else of the tools. */
export const TOOL_NAMES = ['check', 'run', 'ask', 'describe'] as const;
export type ToolName = (typeof TOOL_NAMES)[number];
