/** The current date in UTC, as `2015-08-10`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
