import { labelOf } from '../../schema/labels';

const MAX_LISTED = 8;

export function code(text: string): string {
  const fence = '`'.repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  return fence.length === 1 ? `\`${text}\`` : `${fence} ${text} ${fence}`;
}

/** Escapes text so that Markdown shows it as it is. */
export function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+\-.!|~]/g, '\\$&').replace(/\s+/g, ' ');
}

/** A type with its label: person (`people.person`). */
export function named(type: string | undefined): string {
  return type === undefined ? '*anything*' : `${label(type)} (${code(type)})`;
}

/** The label of an id, escaped for Markdown. */
export function label(id: string): string {
  return labelOf(id).replace(/[\\`*_[\]<>]/g, '\\$&');
}

/** A list of up to {@link MAX_LISTED} items, and the number of the rest. */
export function bullets(items: readonly string[]): string {
  const shown = items.slice(0, MAX_LISTED).map((item) => `- ${item}`);
  const more = items.length - shown.length;
  return [...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

/** The same as part of a sentence. */
export function enumeration(items: readonly string[]): string {
  const more = items.length - MAX_LISTED;
  return items.slice(0, MAX_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

export function sparql(text: string): string {
  return `\`\`\`sparql\n${text}\n\`\`\``;
}
