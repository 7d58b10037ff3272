/** The entry point of the command line: `funfusic COMMAND …`. */
import { writeSync } from 'node:fs';
import { version } from '../../../package.json';
import { hidePasswords } from '../core/language/text/passwords';
import {
  suggestName,
  formatHelp,
  formatSynopsis,
  parseArguments,
  UsageError,
  type Command,
} from './arguments';
import { errorMessage } from './terminal';

/** The commands, in the order of the help. Each is loaded when it is needed. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  ask: async () => (await import('./ask')).askCommand,
  check: async () => (await import('./check')).checkCommand,
  format: async () => (await import('./format')).formatCommand,
  run: async () => (await import('./run')).runQueriesCommand,
  repair: async () => (await import('./repair')).repairCommand,
  explain: async () => (await import('./explain')).explainCommand,
  convert: async () => (await import('./convert')).convertCommand,
  eval: async () => (await import('./eval')).evalCommand,
  ablate: async () => (await import('./ablate')).ablateCommand,
  report: async () => (await import('./report')).reportCommand,
  compare: async () => (await import('./compare')).compareCommand,
  lint: async () => (await import('./lint')).lintCommand,
  reduce: async () => (await import('./reduce')).reduceCommand,
  mcp: async () => (await import('./mcp')).mcpCommand,
  schema: async () => (await import('./schema')).schemaCommand,
  serve: async () => (await import('./serve')).serveCommand,
};

async function formatOverview(): Promise<string> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  return `funfusic: questions and queries over Freebase-like knowledge bases

${commands.map(({ name, summary }) => `  funfusic ${name} …`.padEnd(23) + summary).join('\n')}

Run "funfusic COMMAND --help" for the options of a command, "funfusic --version" for the version.
`;
}

async function runCommandLine(command: Command, args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(formatHelp(command));
    return 0;
  }
  try {
    return await command.run(parseArguments(args, command));
  } catch (error) {
    if (error instanceof UsageError && error.options.showHelp)
      throw new UsageError(
        `${error.message}\n\n${formatSynopsis(command)}\n\nRun "funfusic ${command.name} --help" for all options.`,
      );
    throw error;
  }
}

async function main([name, ...args]: readonly string[]): Promise<number> {
  const load = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load) return runCommandLine(await load(), args);
  switch (name) {
    case undefined:
      process.stderr.write(await formatOverview());
      return 2;
    case 'help':
    case '--help':
    case '-h':
      process.stdout.write(await formatOverview());
      return 0;
    case '--version':
    case '-V':
      process.stdout.write(`${version}\n`);
      return 0;
    default:
      throw new UsageError(
        `Unknown command "${name}".${suggestName('', name, Object.keys(COMMANDS))} Run "funfusic --help" for all commands.`,
      );
  }
}

/** Ends the process if its output cannot be written, as on a full disk. */
function stopOnWriteError(error: NodeJS.ErrnoException): void {
  try {
    writeSync(process.stderr.fd, `funfusic: The output cannot be written: ${error.message}\n`);
  } catch {
    // The same disk may hold standard error.
  }
  process.exit(2);
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that closes the pipe early (`| head`) is not an error.
  if (error.code === 'EPIPE') process.exit(0);
  stopOnWriteError(error);
});
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') stopOnWriteError(error);
});

/** Runs a command. Prints errors and returns exit code 2 for them. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    return await main(args);
  } catch (error) {
    // The message of a system error, such as a full disk, is enough.
    const isExpected = error instanceof UsageError || (error instanceof Error && 'syscall' in error);
    const text = error instanceof Error && !isExpected ? error.stack : undefined;
    process.stderr.write(`funfusic: ${hidePasswords(text ?? errorMessage(error))}\n`);
    return 2;
  }
}
