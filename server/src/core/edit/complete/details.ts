/** What is shown beside an item when somebody looks at it, as Markdown. */
import type { KbSchema } from '../../schema/schema';
import { castOf, describeFunction } from '../hover/function';
import { describeKeyword } from '../hover/keyword';
import { describeId } from '../schema-description';
import type { About } from './item';

export function detailsOf(about: About, schema: KbSchema | undefined): string {
  switch (about.kind) {
    case 'id':
      return schema ? describeId(schema, about.id) : '';
    case 'keyword':
      return describeKeyword(about.name)?.join('\n\n') ?? '';
    case 'function':
      return describeFunction(about.name)?.join('\n\n') ?? '';
    case 'cast':
      return castOf(about.name)?.join('\n\n') ?? '';
  }
}
