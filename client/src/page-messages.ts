import type * as vscode from 'vscode';
import type * as z from 'zod/mini';

/** Handles the valid messages of a page. Others are logged and ignored, because a page shows untrusted content. */
export function onPageMessage<Schema extends z.ZodMiniType>(
  webview: Pick<vscode.Webview, 'onDidReceiveMessage'>,
  /** Is loaded with the page. */
  schema: Promise<Schema>,
  handle: (message: z.output<Schema>) => void,
  log: Pick<vscode.LogOutputChannel, 'warn'>,
): vscode.Disposable {
  return webview.onDidReceiveMessage(async (value: unknown) => {
    const message = (await schema).safeParse(value);
    if (message.success) handle(message.data);
    // Logs only the path of the error, because the content may be long or private.
    else log.warn(`A message from a page is invalid and was ignored (${describeIssues(message.error)}).`);
  });
}

function describeIssues({ issues }: z.core.$ZodError): string {
  return issues.map(({ code, path }) => `${code} at ${path.join('.') || 'the top'}`).join(', ');
}
