/** Serves dumps with Virtuoso. Each is served by a child process, which stops its server when this process ends. */
import { dirname } from 'node:path';
import type { Connection } from 'vscode-languageserver';
import { reservePort, runCommand, type ServeLine } from '../compose/index';
import { SERVE_DUMP_REQUEST, type ServeDumpParams, type ServeDumpResult } from '../protocol/index';
import { untrustedMessage } from '../protocol/index';
import { editorEnvironment, exitReason } from './evaluation-process';
import type { CustomFeature } from './feature';
import { onRequest, stepReporter } from './requests';
import type { Workspace } from './workspace';

const DEFAULT_PORT = 8890;

export const serveDumps: CustomFeature = (connection, workspace) => {
  /** The servers that are running, by the name of their KB. */
  const running = new Map<string, AbortController>();
  onRequest(connection, SERVE_DUMP_REQUEST, (params, signal) =>
    serve(params, { connection, workspace, running }, signal),
  );
  connection.onExit(() => {
    for (const controller of running.values()) controller.abort();
  });
};

interface ServeContext {
  readonly connection: Connection;
  readonly workspace: Workspace;
  readonly running: Map<string, AbortController>;
}

/** Resolves when the dump is served. After that, cancelling the request has no effect. */
async function serve(
  { kb, files, virtuoso, progress }: ServeDumpParams,
  { connection, workspace, running }: ServeContext,
  signal: AbortSignal,
): Promise<ServeDumpResult> {
  const [first] = files;
  if (!workspace.trusted) return { problem: untrustedMessage('Serving a dump') };
  if (first === undefined) return { problem: 'No dump was chosen.' };
  const environment = await editorEnvironment(workspace);
  const args = [
    ...['serve', '--progress', 'json', '--name', kb, '--port', String(await portFor(kb, workspace))],
    ...(virtuoso === undefined ? [] : ['--virtuoso', virtuoso]),
    '--',
    ...files,
  ];
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  running.set(kb, controller);
  const step = stepReporter(connection, progress);
  const result = await new Promise<ServeDumpResult>((resolve, reject) => {
    const onLine = (line: unknown): void => {
      const { type, ...rest } = line as ServeLine;
      if (type === 'step') step(rest as Parameters<typeof step>[0]);
      else resolve({ kind: type, ...rest } as ServeDumpResult);
    };
    const folder = workspace.folder ?? dirname(first);
    void runCommand(args, { folder, environment, onLine }, controller.signal)
      .then((ended) => resolve({ problem: exitReason(ended) }), reject)
      .finally(() => {
        if (running.get(kb) === controller) running.delete(kb);
      });
  }).finally(() => signal.removeEventListener('abort', stop));
  signal.throwIfAborted();
  return result;
}

/** The port of the KB in the settings, so that they stay valid; another one if it is in use. */
async function portFor(kb: string, workspace: Workspace): Promise<number> {
  const config = (await workspace.settings()).knowledgeBases[kb];
  const address =
    config && 'endpoint' in config && URL.canParse(config.endpoint) ? new URL(config.endpoint) : undefined;
  const known = address?.hostname === '127.0.0.1' ? Number(address.port) : 0;
  const port = await reservePort(known || DEFAULT_PORT);
  return typeof port === 'number' ? port : 0;
}
