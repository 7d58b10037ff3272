import * as vscode from 'vscode';
import { TOOL_NAMES, type ToolName } from '../../../server/src/protocol/index';
import { confirmationOf } from './confirmation';
import type { ToolRequests } from './tool-requests';

/** Registers the tools if the editor supports tools for language models. */
export function registerTools(requests: ToolRequests): readonly vscode.Disposable[] {
  // Editors that are based on VS Code may not support tools.
  const { lm } = vscode as { readonly lm?: Partial<typeof vscode.lm> };
  if (!lm?.registerTool) return [];
  return TOOL_NAMES.map((name) => vscode.lm.registerTool(`funfusic_${name}`, new Tool(name, requests)));
}

class Tool implements vscode.LanguageModelTool<object> {
  constructor(
    private readonly name: ToolName,
    private readonly requests: ToolRequests,
  ) {}

  async invoke(
    { input }: vscode.LanguageModelToolInvocationOptions<object>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const { text, failed } = await this.requests.use(this.name, input, () => undefined, token);
    // The model receives the error and can correct its call.
    if (failed === true) throw new Error(text);
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
  }

  async prepareInvocation(): Promise<vscode.PreparedToolInvocation> {
    const confirmation = confirmationOf(this.name, await this.requests.target());
    return {
      invocationMessage: progressTexts()[this.name],
      ...(confirmation && {
        confirmationMessages: {
          title: confirmation.title,
          message: new vscode.MarkdownString(confirmation.message),
        },
      }),
    };
  }
}

const progressTexts = (): Readonly<Record<ToolName, string>> => ({
  check: vscode.l10n.t('Checking the query'),
  run: vscode.l10n.t('Running the query'),
  ask: vscode.l10n.t('Asking the KB'),
  describe: vscode.l10n.t('Searching the KB'),
});
