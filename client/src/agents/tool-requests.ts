import type * as vscode from 'vscode';
import {
  TOOL_REQUEST,
  TOOL_TARGET_REQUEST,
  type ToolName,
  type ToolParams,
  type ToolResult,
  type ToolTarget,
} from '../../../server/src/protocol/index';
import type { ServerSession } from '../language-client';
import type { RunRequests } from '../run/run-requests';

/** What the client asks the server on behalf of agents. Each waits until the server runs, and fails if it cannot. */
export class ToolRequests {
  constructor(
    private readonly server: ServerSession,
    private readonly runs: RunRequests,
  ) {}

  async target(): Promise<ToolTarget> {
    await this.server.whenReady;
    return this.server.client.sendRequest<ToolTarget>(TOOL_TARGET_REQUEST);
  }

  async use(
    name: ToolName,
    input: unknown,
    tell: (message: string) => void,
    token: vscode.CancellationToken,
  ): Promise<ToolResult> {
    await this.server.whenReady;
    return this.runs.withProgress(
      ({ message }) => tell(message),
      (progress) =>
        this.server.client.sendRequest<ToolResult>(
          TOOL_REQUEST,
          { name, input, progress } satisfies ToolParams,
          token,
        ),
    );
  }
}
