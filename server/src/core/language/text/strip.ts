/**
 * A text without the given characters at its beginning and end. A regular expression for the end would be tried at each
 * of these characters, however many there are in the middle of the text.
 */
export function strip(text: string, characters: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text[start] ?? '')) start++;
  while (end > start && characters.includes(text[end - 1] ?? '')) end--;
  return text.slice(start, end);
}
