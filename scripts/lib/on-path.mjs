import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the path of a program on the PATH, or undefined. */
export function onPath(program) {
  const endings = process.platform === 'win32' ? ['.cmd', '.exe'] : [''];
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const ending of endings) {
      const file = join(folder, program + ending);
      if (isProgram(file)) return file;
    }
  }
  return undefined;
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
