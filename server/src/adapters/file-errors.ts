import { statSync } from 'node:fs';
import { UnsafeFileError } from './files/regular-file';

/** Throws for pipes and devices, which may never end. */
export function fileSize(path: string): number {
  const info = statSync(path);
  if (!info.isFile() && !info.isDirectory()) throw new Error('it is a pipe or a device, not a file');
  return info.size;
}

/** Why a file cannot be read, as the end of a sentence. */
export function describeReadError(error: unknown): string {
  if (error instanceof UnsafeFileError) return `it ${error.what}`;
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'ENOENT') return 'there is no such file';
    if (error.code === 'ENOTDIR') return 'it is not a folder';
    if (error.code === 'EISDIR') return 'it is a folder';
    if (error.code === 'EACCES') return 'no permission to read it';
  }
  return error instanceof Error ? error.message : String(error);
}

/** Why something cannot be written, as the end of a sentence. */
export function describeWriteError(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return WRITE_ERRORS[code ?? ''] ?? (error instanceof Error ? error.message : String(error));
}

const WRITE_ERRORS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would exceed the size limit',
  EROFS: 'the disk is read-only',
  EACCES: 'no permission to write there',
  EPERM: 'no permission to write there',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'a file with that name exists',
};
