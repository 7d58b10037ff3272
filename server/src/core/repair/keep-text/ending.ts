/** What replaces a query ends as it ended: what stands below it in a file, as the line that parts it from the next, stays apart. */
export function endingLike(given: string, text: string): string {
  return text.trimEnd() + given.slice(given.trimEnd().length);
}
