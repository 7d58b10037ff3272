/** The wanted language, a kind of it, none, any other. */
export function languageRank(tag: string, language: string): number {
  const [wanted, given] = [language.toLowerCase(), tag.toLowerCase()];
  if (given === wanted) return 0;
  if (given.startsWith(`${wanted}-`)) return 1;
  return given === '' ? 2 : 3;
}
