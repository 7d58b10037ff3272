/** Entry of the command line: `funfusic COMMAND …`. */
import { version } from '../../../package.json';
import { hidePasswords } from '../core/language/text/passwords';
import { ablateCommand, ABLATE_USAGE } from './ablate';
import { askCommand, ASK_USAGE } from './ask';
import { check, CHECK_USAGE } from './check';
import { UsageError } from './arguments';
import { compareCommand, COMPARE_USAGE } from './compare';
import { convertCommand, CONVERT_USAGE } from './convert';
import { evalCommand, EVAL_USAGE } from './eval';
import { explain, EXPLAIN_USAGE } from './explain';
import { format, FORMAT_USAGE } from './format';
import { lint, LINT_USAGE } from './lint';
import { mcp, MCP_USAGE } from './mcp';
import { reduce, REDUCE_USAGE } from './reduce';
import { repairCommand, REPAIR_USAGE } from './repair';
import { reportCommand, REPORT_USAGE } from './report';
import { run, RUN_USAGE } from './run';
import { schema, SCHEMA_USAGE } from './schema';

const USAGE = `funfusic: questions and queries over Freebase-like knowledge bases

  funfusic ask …       answer questions in plain English from a KB
  funfusic check …     find what is wrong in SPARQL queries
  funfusic format …    give SPARQL queries their layout
  funfusic run …       have a KB answer them
  funfusic repair …    mend them, with a model or without
  funfusic explain …   say in plain English what they ask
  funfusic convert …   put them into logical forms (s-expressions), and back
  funfusic eval …      ask a whole dataset, and score what comes
  funfusic ablate …    the same with each part switched off in turn: what is it worth?
  funfusic report …    score a run anew, and write its report
  funfusic compare …   hold two runs against each other, question by question
  funfusic lint …      find what is wrong in a dataset of questions
  funfusic reduce …    make a KB incomplete, and a dataset that fits it
  funfusic mcp …       serve all this to agents, by the Model Context Protocol
  funfusic schema …    derive the schema of a KB from its facts

Run "funfusic COMMAND --help" for a command's options, "funfusic --version" for which funfusic this is.
`;

const COMMANDS: ReadonlyMap<
  string,
  { readonly run: (args: readonly string[]) => number | Promise<number>; readonly usage: string }
> = new Map([
  ['ask', { run: askCommand, usage: ASK_USAGE }],
  ['check', { run: check, usage: CHECK_USAGE }],
  ['format', { run: format, usage: FORMAT_USAGE }],
  ['run', { run, usage: RUN_USAGE }],
  ['repair', { run: repairCommand, usage: REPAIR_USAGE }],
  ['explain', { run: explain, usage: EXPLAIN_USAGE }],
  ['convert', { run: convertCommand, usage: CONVERT_USAGE }],
  ['eval', { run: evalCommand, usage: EVAL_USAGE }],
  ['report', { run: reportCommand, usage: REPORT_USAGE }],
  ['compare', { run: compareCommand, usage: COMPARE_USAGE }],
  ['lint', { run: lint, usage: LINT_USAGE }],
  ['ablate', { run: ablateCommand, usage: ABLATE_USAGE }],
  ['reduce', { run: reduce, usage: REDUCE_USAGE }],
  ['mcp', { run: mcp, usage: MCP_USAGE }],
  ['schema', { run: schema, usage: SCHEMA_USAGE }],
]);

async function main([name, ...args]: readonly string[]): Promise<number> {
  const command = COMMANDS.get(name ?? '');
  if (command) {
    if (!args.includes('--help') && !args.includes('-h')) return command.run(args);
    process.stdout.write(command.usage);
    return 0;
  }
  switch (name) {
    case undefined:
      process.stderr.write(USAGE);
      return 2;
    case 'help':
    case '--help':
    case '-h':
      process.stdout.write(USAGE);
      return 0;
    case '--version':
    case '-V':
      process.stdout.write(`${version}\n`);
      return 0;
    default:
      throw new UsageError(`Unknown command "${name}".\n\n${USAGE}`);
  }
}

/** A reader that has seen enough (`| head`) is no failure of ours. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

/** Runs one command. An error is printed, and the exit code is 2. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    return await main(args);
  } catch (error) {
    const text =
      error instanceof UsageError
        ? error.message
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error);
    process.stderr.write(`funfusic: ${hidePasswords(text)}\n`);
    return 2;
  }
}

// The tests load this file and run many commands in one process.
if (require.main === module)
  void runCommand(process.argv.slice(2)).then((code) => {
    process.exitCode = code;
  });
