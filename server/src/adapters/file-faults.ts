/** Why a file cannot be read, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'ENOENT') return 'there is no such file';
    if (error.code === 'ENOTDIR') return 'it is no folder';
    if (error.code === 'EISDIR') return 'it is a folder';
    if (error.code === 'EACCES') return 'no permission to read it';
  }
  return error instanceof Error ? error.message : String(error);
}
