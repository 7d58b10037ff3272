/** A value as a number that can be compared: of a date, the days since the year 0, roughly, so that years and days compare too. */
export function comparableOf(value: string, datatype: string): number | undefined {
  if (/date|gYear/i.test(datatype)) {
    const found = /^(-?\d{4,})(?:-(\d\d))?(?:-(\d\d))?/.exec(value);
    if (!found) return undefined;
    return Number(found[1]) * 372 + (Number(found[2] ?? 1) - 1) * 31 + Number(found[3] ?? 1) - 1;
  }
  const number = Number(value);
  return Number.isFinite(number) && value.trim() !== '' ? number : undefined;
}
