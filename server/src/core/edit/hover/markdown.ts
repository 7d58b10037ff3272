/** Pieces of Markdown. What comes from outside is shown as it is, whatever signs it holds. */
import { labelOf } from '../../schema/labels';

const MOST_LISTED = 8;

export function code(text: string): string {
  const fence = '`'.repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  return fence.length === 1 ? `\`${text}\`` : `${fence} ${text} ${fence}`;
}

export function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+\-.!|~]/g, '\\$&').replace(/\s+/g, ' ');
}

/** `person (`people.person`)` */
export function named(type: string | undefined): string {
  return type === undefined ? '*anything*' : `${label(type)} (${code(type)})`;
}

/** The words of an id; only signs that Markdown would take for its own are escaped. */
export function label(id: string): string {
  return labelOf(id).replace(/[\\`*_[\]<>]/g, '\\$&');
}

export function bullets(items: readonly string[]): string {
  const shown = items.slice(0, MOST_LISTED).map((item) => `- ${item}`);
  const more = items.length - shown.length;
  return [...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

/** The same within a sentence. */
export function enumeration(items: readonly string[]): string {
  const more = items.length - MOST_LISTED;
  return items.slice(0, MOST_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

export function sparql(text: string): string {
  return `\`\`\`sparql\n${text}\n\`\`\``;
}
