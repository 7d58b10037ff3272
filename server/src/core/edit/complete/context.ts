/** All that the contributors of completion share: the place, and what the query says, worked out once and when needed. */
import { infer, type Inference } from '../../schema/inference/inference';
import type { KbSchema } from '../../schema/schema';
import { whatFollows } from '../../language/sparql/grammar';
import { nameFor } from '../insert-name';
import type { TextEdit } from '../../language/text/edit';
import { range } from '../../language/text/range';
import type { CompletionPlace } from './place';
import { prefixTyped, type PrefixTyped } from './prefix-typed';
import { once } from './memoize';

export interface CompletionContext {
  readonly place: CompletionPlace;
  readonly schema: KbSchema | undefined;
  readonly typed: PrefixTyped;
  readonly inference: () => Inference | undefined;
  /** Whether a terminal of the grammar can stand here; nothing when the text before cannot be read. */
  readonly follows: () => ((terminal: string) => boolean) | undefined;
  /** A name of the KB as it is written here, and the declaration that it takes if there is none. */
  readonly write: (id: string) => { readonly text: string; readonly also: readonly TextEdit[] };
}

export function contextAt(place: CompletionPlace, schema: KbSchema | undefined): CompletionContext {
  const inference = once(() => schema && infer(place.query, schema));
  const follows = once(() => whatFollows(place.before));
  const typed = prefixTyped(place);
  return {
    place,
    schema,
    typed,
    follows,
    inference,
    write: (id) => {
      const iri = !schema || id.startsWith('http') ? id : schema.namespace + id;
      // What was begun in angle brackets, or with a prefix that serves, is finished so.
      if (typed.form === 'iri') return { text: `<${iri}${place.closed ? '' : '>'}`, also: [] };
      if (typed.form === 'name' && typed.namespace !== undefined && iri.startsWith(typed.namespace)) {
        const local = iri.slice(typed.namespace.length);
        if (/^[\w.-]+$/.test(local)) {
          return {
            text: `${typed.prefix}:${local}`,
            also: typed.declaration ? [declare(place, typed.declaration)] : [],
          };
        }
      }
      if (!schema) return { text: `<${iri}>`, also: [] };
      const { name, declaration } = nameFor(place.query, schema, iri);
      return { text: name, also: declaration === undefined ? [] : [declare(place, declaration)] };
    },
  };
}

/** At the top of the query, below the comments that head it. */
function declare({ query, shift }: CompletionPlace, declaration: string): TextEdit {
  const top = shift + (query.tokens[0]?.start ?? 0);
  return { range: range(top, top), newText: `${declaration}\n` };
}
