/** The bundle of the language server and the command line, which share most of their code. Each is evaluated when it is loaded. */
import type * as CommandLine from '../cli/main';
import type * as LanguageServer from '../main';

export function loadLanguageServer(): Promise<typeof LanguageServer> {
  return import('../main');
}

export function loadCommandLine(): Promise<typeof CommandLine> {
  return import('../cli/main');
}
