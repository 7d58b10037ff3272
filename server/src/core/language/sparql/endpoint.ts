import { headerOf } from './header';
import type { QueryModel } from './model';
import type { TextRange } from '../text/range';

/** The KB that a query asks to be run on: `# endpoint: NAME`, or an address. */
export function endpointOf(
  query: QueryModel,
): { readonly name: string; readonly range: TextRange } | undefined {
  const line = headerOf(query).find(({ key }) => key === 'endpoint' || key === 'kb');
  return line && { name: line.value, range: line.valueRange };
}

/** The first KB that any query of a file names. */
export function firstEndpointIn(text: string): string | undefined {
  return /^#+\+?[ \t]*(?:endpoint|kb)[ \t]*:[ \t]*([^\r\n]*[^\s])/im.exec(text)?.[1];
}
