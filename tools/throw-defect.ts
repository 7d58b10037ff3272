/** Measurements and tests stop at the first defect, which the program only logs. */
export function throwDefect(code: string, error: unknown, query?: string): never {
  throw new Error(`${code} crashed${query === undefined ? '' : ` on ${query}`}`, { cause: error });
}
