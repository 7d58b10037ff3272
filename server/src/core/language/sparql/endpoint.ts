import { parseHeader } from './header';
import type { QueryModel } from './model';
import type { TextRange } from '../text/range';

/** Returns the KB in the header `# endpoint: NAME` of a query. NAME may be an address. */
export function endpointOf(
  query: QueryModel,
): { readonly name: string; readonly range: TextRange } | undefined {
  const line = parseHeader(query).find(({ key }) => key === 'endpoint' || key === 'kb');
  return line && { name: line.value, range: line.valueRange };
}

/** Returns the first KB in the headers of a file. */
export function findFirstEndpoint(text: string): string | undefined {
  return /^#+\+?[ \t]*(?:endpoint|kb)[ \t]*:[ \t]*(\S[^\r\n]*)/im.exec(text)?.[1]?.trimEnd();
}
