// Runs commands of the built command line one after the other in this process (run.ts).
const { runCommand } = require(process.argv[2]);

const own = { stdout: process.stdout.write, stderr: process.stderr.write, env: { ...process.env } };

process.on('message', async ({ args, cwd, env }) => {
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'])
    process[stream].write = (chunk, ...rest) => {
      printed[stream] += chunk;
      rest.at(-1)?.call?.(undefined);
      return true;
    };
  process.chdir(cwd);
  Object.assign(process.env, env);
  const code = await runCommand(args);
  for (const stream of ['stdout', 'stderr']) process[stream].write = own[stream];
  for (const name of Object.keys(env)) {
    if (name in own.env) process.env[name] = own.env[name];
    else delete process.env[name];
  }
  process.send({ code, ...printed });
});
process.on('disconnect', () => process.exit());
