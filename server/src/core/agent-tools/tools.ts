import { askTool } from './ask-tool';
import { checkTool } from './check-tool';
import { describeTool } from './describe-tool';
import { runTool } from './run-tool';
import type { Tool } from './tool';
import type { ToolName } from './tool-names';

export const TOOLS: readonly Tool[] = [checkTool, runTool, askTool, describeTool];

export function findTool(name: ToolName): Tool | undefined {
  return TOOLS.find((tool) => tool.name === name);
}
