/** Serves the tools by the Model Context Protocol on standard input and output. It is a separate bundle, loaded on demand. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Tool, ToolResult } from '../core/agent-tools/tool';

interface ServedTools {
  readonly version: string;
  /** Instructions for agents about all tools. */
  readonly instructions: string;
  readonly tools: readonly Tool[];
  readonly useTool: (
    tool: Tool,
    input: unknown,
    onProgress: (message: string) => void,
    signal: AbortSignal,
  ) => Promise<ToolResult>;
}

/** Resolves when the client closes the connection or `signal` is aborted. */
export async function serveMcp(
  { version, instructions, tools, useTool }: ServedTools,
  signal: AbortSignal,
): Promise<void> {
  const server = new McpServer({ name: 'funfusic', title: 'FUn-FuSIC', version }, { instructions });
  for (const tool of tools)
    server.registerTool(
      `funfusic_${tool.name}`,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: tool.input,
        annotations: {
          title: tool.title,
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          // The KB and the model may be external servers.
          openWorldHint: true,
        },
      },
      async (input: unknown, extra) => {
        const { progressToken } = extra._meta ?? {};
        let progress = 0;
        const onProgress = (message: string): void => {
          if (progressToken === undefined) return;
          const params = { progressToken, progress: ++progress, message };
          // The client may have closed the connection.
          extra.sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
        };
        const { text, data, failed } = await useTool(tool, input, onProgress, extra.signal);
        return {
          content: [{ type: 'text' as const, text }],
          structuredContent: data,
          ...(failed === true && { isError: true }),
        };
      },
    );
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    process.stdin.once('end', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await server.close();
}
