/** HTML templates. Values are escaped unless they are Html themselves; `undefined` and `false` are left out. */

export class Html {
  constructor(readonly text: string) {}
}

type Value = Html | string | number | readonly (Html | string)[] | undefined | false;

export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.map((part, index) => collapseLines(part) + toHtmlText(values[index])).join(''));
}

/** Removes the indentation of templates. */
function collapseLines(part: string): string {
  return part.replace(/\s*\n\s*/g, '\n');
}

function toHtmlText(value: Value): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(toHtmlText).join('');
  return escapeHtml(String(value));
}

/** Also replaces invisible characters: controls, direction marks, lone surrogates. */
function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
      '\ufffd',
    )
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}

export function truncate(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)} …` : text;
}
