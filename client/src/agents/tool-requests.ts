import type * as vscode from 'vscode';
import {
  TOOL_REQUEST,
  TOOL_TARGET_REQUEST,
  type ToolName,
  type ToolResult,
  type ToolTarget,
} from '../../../server/src/protocol/index';
import type { ServerSession } from '../language-client';
import { request } from '../requests';
import type { RunRequests } from '../run/run-requests';

/** Requests to the server for agents. */
export class ToolRequests {
  constructor(
    private readonly server: ServerSession,
    private readonly runs: RunRequests,
  ) {}

  async target(): Promise<ToolTarget> {
    return request(this.server, TOOL_TARGET_REQUEST, {});
  }

  async use(
    name: ToolName,
    input: unknown,
    report: (message: string) => void,
    token: vscode.CancellationToken,
  ): Promise<ToolResult> {
    return this.runs.withProgress(
      ({ message }) => report(message),
      (progress) => request(this.server, TOOL_REQUEST, { name, input, progress }, token),
    );
  }
}
