import type { KbSchema } from '../../schema/schema';
import { describeCast, describeFunction } from '../hover/function';
import { describeKeyword } from '../hover/keyword';
import { describeId } from '../schema-description';
import type { DocumentedSymbol } from './item';

/** The documentation of a completion item, as Markdown. */
export function describeSymbol(about: DocumentedSymbol, schema: KbSchema | undefined): string {
  switch (about.kind) {
    case 'id':
      return schema ? describeId(schema, about.id) : '';
    case 'keyword':
      return describeKeyword(about.name)?.join('\n\n') ?? '';
    case 'function':
      return describeFunction(about.name)?.join('\n\n') ?? '';
    case 'cast':
      return describeCast(about.name)?.join('\n\n') ?? '';
  }
}
