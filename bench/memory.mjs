import { readFileSync } from 'node:fs';

/**
 * The memory of a process in MB: what it holds now and the most it ever held. Only Linux tells;
 * undefined elsewhere, and when the process is gone.
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
