/** What is known of the KB that a query names in its header: `# endpoint: NAME`. */
import type { KbListing } from '../kb/kb-list';
import { endpointOf } from '../language/sparql/endpoint';
import type { QueryModel } from '../language/sparql/model';
import { covers, range, type Located, type TextRange } from '../language/text/range';

const LINE = /^(#+\+?[ \t]*(?:endpoint|kb)[ \t]*:[ \t]*)([^\r\n]*)/i;

/** The names that can stand where the cursor is, with what they replace; nothing elsewhere. */
export function completeEndpoint(
  text: string,
  offset: number,
  kbs: readonly KbListing[],
): { readonly word: TextRange; readonly kbs: readonly KbListing[] } | undefined {
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  const [, before = '', value = ''] = LINE.exec(text.slice(lineStart)) ?? [];
  const start = lineStart + before.length;
  if (before === '' || offset < start) return undefined;
  return { word: range(start, Math.max(offset, start + value.trimEnd().length)), kbs };
}

/** Where the KB is that the cursor is on, as Markdown. */
export function describeEndpoint(
  query: QueryModel,
  offset: number,
  kbs: readonly KbListing[],
): (Located & { readonly markdown: string }) | undefined {
  const named = endpointOf(query);
  if (!named || !covers(named.range, range(offset, offset))) return undefined;
  const kb = kbs.find(({ name }) => name === named.name);
  const told = kb
    ? `**${kb.name}**: ${KINDS[kb.kind]}, \`${kb.where}\`${kb.writable ? ', can be written to' : ''}`
    : isAddress(named.name)
      ? 'An address that is none of your KBs: it is asked about before anything is sent there.'
      : undefined;
  return told === undefined
    ? undefined
    : { range: named.range, markdown: `${told}\n\nThis query is run on it, whatever KB is chosen.` };
}

const KINDS: Readonly<Record<KbListing['kind'], string>> = {
  sample: 'the KB that comes with the extension',
  file: 'a KB read from a file',
  endpoint: 'a SPARQL endpoint',
};

/** A name that no KB has: not wrong for others, who may have it, but the query cannot be run here. */
export function unknownEndpoint(
  query: QueryModel,
  kbs: readonly KbListing[],
): (Located & { readonly message: string }) | undefined {
  const named = endpointOf(query);
  if (!named || isAddress(named.name) || kbs.some(({ name }) => name === named.name)) return undefined;
  const meant = kbs.find(({ name }) => name.toLowerCase() === named.name.toLowerCase());
  const advice = meant
    ? `Write ${meant.name}: capital letters matter.`
    : `Write one of ${kbs.map(({ name }) => name).join(', ')}, or add it to funfusic.knowledgeBases.`;
  return {
    range: named.range,
    message: `Unknown KB ${named.name}. ${advice}`,
  };
}

function isAddress(name: string): boolean {
  return /^https?:\/\//.test(name);
}
