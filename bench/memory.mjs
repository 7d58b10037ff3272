import { readFileSync } from 'node:fs';

/**
 * The resident and the peak memory of a process in MB. Undefined on systems other than Linux, and if the process has exited.
 */
export function memoryOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return { resident: megabytes(status, 'VmRSS'), peak: megabytes(status, 'VmHWM') };
  } catch {
    return undefined;
  }
}

function megabytes(status, field) {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)[1]) / 1024;
}
