/** The day of the clock, in UTC, as dates are written: `2015-08-10`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
