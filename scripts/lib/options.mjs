import { parseArgs } from 'node:util';

/** Reads the options of a script. For a wrong one it prints one line, which lists the options, and ends the process. */
export function readOptions(options, settings = {}) {
  try {
    return parseArgs({ options, ...settings });
  } catch (error) {
    const [problem] = error.message.split('. ');
    const names = Object.keys(options).map((name) => `--${name}`);
    console.error(`${problem}. The options are ${names.join(', ')}.`);
    return process.exit(2);
  }
}
