/** The bundle of the language server and the command line, which share most of their code. Each is evaluated when it is loaded. */

export function loadLanguageServer(): Promise<typeof import('../main')> {
  return import('../main');
}

export function loadCommandLine(): Promise<typeof import('../cli/main')> {
  return import('../cli/main');
}
