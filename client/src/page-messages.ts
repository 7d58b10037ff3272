import type * as vscode from 'vscode';
import * as z from 'zod/mini';

/** Hears the messages of a page that are as `schema` has them. Others are logged and ignored: a page shows what strangers wrote. */
export function onPageMessage<Schema extends z.core.$ZodType>(
  webview: Pick<vscode.Webview, 'onDidReceiveMessage'>,
  schema: Schema,
  hear: (message: z.output<Schema>) => void,
  log: Pick<vscode.LogOutputChannel, 'warn'>,
): vscode.Disposable {
  return webview.onDidReceiveMessage((value: unknown) => {
    const message = z.safeParse(schema, value);
    if (message.success) hear(message.data);
    // Logs only the path of the error, because the content may be long or private.
    else log.warn(`A message from a page is invalid and was ignored (${placesIn(message.error)}).`);
  });
}

function placesIn({ issues }: z.core.$ZodError): string {
  return issues.map(({ code, path }) => `${code} at ${path.join('.') || 'the top'}`).join(', ');
}
