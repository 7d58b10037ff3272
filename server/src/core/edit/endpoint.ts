import type { KbListing } from '../kb/kb-list';
import { endpointOf } from '../language/sparql/endpoint';
import type { QueryModel } from '../language/sparql/model';
import { covers, range, type Located, type TextRange } from '../language/text/range';

/** `# endpoint: NAME` in the header of a query. */
const ENDPOINT_LINE = /^(#+\+?[ \t]*(?:endpoint|kb)[ \t]*:[ \t]*)([^\r\n]*)/i;

/** The KB names to complete in an endpoint line, and the range they replace; undefined elsewhere. */
export function completeEndpoint(
  text: string,
  offset: number,
  kbs: readonly KbListing[],
): { readonly word: TextRange; readonly kbs: readonly KbListing[] } | undefined {
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  const [, before = '', value = ''] = ENDPOINT_LINE.exec(text.slice(lineStart)) ?? [];
  const start = lineStart + before.length;
  if (before === '' || offset < start) return undefined;
  return { word: range(start, Math.max(offset, start + value.trimEnd().length)), kbs };
}

/** Describes the KB of the endpoint line at an offset, as Markdown. */
export function describeEndpoint(
  query: QueryModel,
  offset: number,
  kbs: readonly KbListing[],
): (Located & { readonly markdown: string }) | undefined {
  const named = endpointOf(query);
  if (!named || !covers(named.range, range(offset, offset))) return undefined;
  const kb = kbs.find(({ name }) => name === named.name);
  const description = kb
    ? `**${kb.name}**: ${KINDS[kb.kind]}, \`${kb.where}\`${kb.writable ? ', writable' : ''}`
    : isAddress(named.name)
      ? 'This address is not one of your configured KBs. You are asked for consent before anything is sent to it.'
      : undefined;
  if (description === undefined) return undefined;
  return {
    range: named.range,
    markdown: `${description}\n\nThis query always runs on it, whichever KB is selected.`,
  };
}

const KINDS: Readonly<Record<KbListing['kind'], string>> = {
  sample: 'the bundled sample KB',
  file: 'a KB read from a file',
  endpoint: 'a SPARQL endpoint',
};

/** A KB name that is not configured here. Other users of the file may have it. */
export function unknownEndpoint(
  query: QueryModel,
  kbs: readonly KbListing[],
): (Located & { readonly message: string }) | undefined {
  const named = endpointOf(query);
  if (!named || isAddress(named.name) || kbs.some(({ name }) => name === named.name)) return undefined;
  const similar = kbs.find(({ name }) => name.toLowerCase() === named.name.toLowerCase());
  const advice = similar
    ? `Write ${similar.name}: names are case-sensitive.`
    : `Write one of ${kbs.map(({ name }) => name).join(', ')}, or add it to funfusic.knowledgeBases.`;
  return {
    range: named.range,
    message: `Unknown KB ${named.name}. ${advice}`,
  };
}

export function isAddress(name: string): boolean {
  return /^https?:\/\//.test(name);
}
