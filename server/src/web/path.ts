/** The part of `node:path` that the language server uses, with slashes. */

export function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return (path.startsWith('/') ? '/' : '') + parts.join('/');
}

export const isAbsolute = (path: string): boolean => path.startsWith('/');

export const join = (...parts: readonly string[]): string => normalize(parts.filter(Boolean).join('/'));

export const resolve = (...parts: readonly string[]): string =>
  normalize(parts.reduce((path, part) => (isAbsolute(part) ? part : `${path}/${part}`), '/'));

export const basename = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const dirname = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 1));

export const extname = (path: string): string => /[^.]+(\.[^.]*)$/.exec(basename(path))?.[1] ?? '';

export const sep = '/';
