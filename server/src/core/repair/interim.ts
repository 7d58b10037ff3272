/** A stand-in for what another part will do. */
export function inTheAuthorsWords(_before: string, proposal: string): string {
  return proposal;
}
