/**
 * Removes the given characters from both ends of a text. A regular expression for the end would be slow for texts with many
 * of these characters in the middle.
 */
export function strip(text: string, characters: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text[start] ?? '')) start++;
  while (end > start && characters.includes(text[end - 1] ?? '')) end--;
  return text.slice(start, end);
}
