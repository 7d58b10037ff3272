/** The entry point of the command line: `funfusic COMMAND …`. */
import { writeSync } from 'node:fs';
import { version } from '../../../package.json';
import { hidePasswords } from '../core/language/text/passwords';
import { ablateCommand } from './ablate';
import { suggestName, formatHelp, parseArguments, UsageError, type Command } from './arguments';
import { askCommand } from './ask';
import { checkCommand } from './check';
import { compareCommand } from './compare';
import { convertCommand } from './convert';
import { evalCommand } from './eval';
import { explainCommand } from './explain';
import { formatCommand } from './format';
import { lintCommand } from './lint';
import { mcpCommand } from './mcp';
import { reduceCommand } from './reduce';
import { repairCommand } from './repair';
import { reportCommand } from './report';
import { runQueriesCommand } from './run';
import { schemaCommand } from './schema';
import { serveCommand } from './serve';
import { errorMessage } from './terminal';

const COMMANDS: readonly Command[] = [
  askCommand,
  checkCommand,
  formatCommand,
  runQueriesCommand,
  repairCommand,
  explainCommand,
  convertCommand,
  evalCommand,
  ablateCommand,
  reportCommand,
  compareCommand,
  lintCommand,
  reduceCommand,
  mcpCommand,
  schemaCommand,
  serveCommand,
];

const HELP = `funfusic: questions and queries over Freebase-like knowledge bases

${COMMANDS.map(({ name, summary }) => `  funfusic ${name} …`.padEnd(23) + summary).join('\n')}

Run "funfusic COMMAND --help" for the options of a command, "funfusic --version" for the version.
`;

async function runCommandLine(command: Command, args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(formatHelp(command));
    return 0;
  }
  try {
    return await command.run(parseArguments(args, command));
  } catch (error) {
    if (error instanceof UsageError && error.options.showHelp)
      throw new UsageError(`${error.message}\n\n${formatHelp(command)}`);
    throw error;
  }
}

async function main([name, ...args]: readonly string[]): Promise<number> {
  const command = COMMANDS.find((one) => one.name === name);
  if (command) return runCommandLine(command, args);
  switch (name) {
    case undefined:
      process.stderr.write(HELP);
      return 2;
    case 'help':
    case '--help':
    case '-h':
      process.stdout.write(HELP);
      return 0;
    case '--version':
    case '-V':
      process.stdout.write(`${version}\n`);
      return 0;
    default:
      throw new UsageError(
        `Unknown command "${name}".${suggestName(
          '',
          name,
          COMMANDS.map((one) => one.name),
        )}\n\n${HELP}`,
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
