/** Entry of the command line: `funfusic COMMAND …`. */
import { check, CHECK_USAGE } from './check';
import { UsageError } from './arguments';
import { format, FORMAT_USAGE } from './format';

const USAGE = `funfusic: questions and queries over Freebase-like knowledge bases

  funfusic check …     find what is wrong in SPARQL queries
  funfusic format …    give SPARQL queries their layout

Run "funfusic COMMAND --help" for a command's options.
`;

async function main([command, ...args]: readonly string[]): Promise<number> {
  const wantsHelp = args.includes('--help') || args.includes('-h');
  switch (command) {
    case 'check':
      if (!wantsHelp) return check(args);
      process.stdout.write(CHECK_USAGE);
      return 0;
    case 'format':
      if (!wantsHelp) return format(args);
      process.stdout.write(FORMAT_USAGE);
      return 0;
    case undefined:
      process.stderr.write(USAGE);
      return 2;
    case 'help':
    case '--help':
    case '-h':
      process.stdout.write(USAGE);
      return 0;
    default:
      throw new UsageError(`Unknown command "${command}".\n\n${USAGE}`);
  }
}

/** A reader that has seen enough (`| head`) is no failure of ours. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const text =
      error instanceof UsageError
        ? error.message
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error);
    process.stderr.write(`funfusic: ${text}\n`);
    process.exitCode = 2;
  },
);
