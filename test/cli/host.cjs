// Runs commands of the built command line one after the other in this process (run.ts).
const fs = require('node:fs');
const { Readable } = require('node:stream');
const { loadCommandLine } = require(process.argv[2]);

const own = { stdout: process.stdout.write, stderr: process.stderr.write, env: { ...process.env } };

// Standard input comes with the message: as a stream, or as the file 0.
let stdin;
const { readFileSync } = fs;
fs.readFileSync = (path, ...rest) => {
  if (path !== 0) return readFileSync(path, ...rest);
  const text = stdin;
  stdin = '';
  return text;
};

process.on('message', async ({ args, cwd, env, ...given }) => {
  stdin = given.stdin;
  const input = Readable.from([Buffer.from(stdin)], { objectMode: false });
  Object.defineProperty(process, 'stdin', { value: input, configurable: true });
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'])
    process[stream].write = (chunk, ...rest) => {
      printed[stream] += chunk;
      rest.at(-1)?.call?.(undefined);
      return true;
    };
  process.chdir(cwd);
  Object.assign(process.env, env);
  const { runCommand } = await loadCommandLine();
  const code = await runCommand(args);
  input.destroy();
  for (const stream of ['stdout', 'stderr']) process[stream].write = own[stream];
  for (const name of Object.keys(env)) {
    if (name in own.env) process.env[name] = own.env[name];
    else delete process.env[name];
  }
  process.send({ code, ...printed });
});
process.on('disconnect', () => process.exit());
