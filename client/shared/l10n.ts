/** Translations for pages, and for code that does not import the editor. Other code calls `vscode.l10n.t`. */

let translations: Readonly<Record<string, string>> = {};

/** `bundle` maps English texts to their translations, as `vscode.l10n.bundle` does. It is undefined for English. */
export function useTranslations(bundle: Readonly<Record<string, string>> | undefined): void {
  translations = bundle ?? {};
}

/** The translation of a text, or the text itself. `{0}` is replaced by the first argument. */
export function t(message: string, ...args: readonly (string | number)[]): string {
  const text = translations[message] ?? message;
  return text.replace(/\{(\d)\}/g, (placeholder, index) => String(args[Number(index)] ?? placeholder));
}

/** Chooses `one` or `many`. `{0}` is the number; other arguments start at `{1}`. */
export function plural(
  value: number,
  one: string,
  many: string,
  ...args: readonly (string | number)[]
): string {
  return t(value === 1 ? one : many, formatNumber(value), ...args);
}

export const formatNumber = (value: number): string => value.toLocaleString('en');
