import { infer, type Inference } from '../../schema/inference/inference';
import type { KbSchema } from '../../schema/schema';
import { createFollowTest } from '../../language/sparql/grammar';
import { nameFor } from '../insert-name';
import type { TextEdit } from '../../language/text/edit';
import { range } from '../../language/text/range';
import type { Insertion } from './item';
import type { KbRelations } from './kb-relations';
import type { CompletionPlace } from './place';
import { parseTypedWord, type TypedWord } from './typed-word';
import { once } from '../../language/text/cache';

/** What all sources of completion items share. Expensive parts are computed on first use. */
export interface CompletionContext {
  readonly place: CompletionPlace;
  readonly schema: KbSchema | undefined;
  /** The connected KB, if it may be used. */
  readonly kb: KbRelations | undefined;
  readonly typed: TypedWord;
  readonly inference: () => Inference | undefined;
  /** Tests whether a terminal of the grammar is allowed here; undefined if the text before does not parse. */
  readonly follows: () => ((terminal: string) => boolean) | undefined;
  /** Writes an id or IRI of the KB with a prefix or in angle brackets, and declares the prefix if needed. */
  readonly writeName: (id: string) => Required<Insertion>;
}

export function contextAt(
  place: CompletionPlace,
  schema: KbSchema | undefined,
  kb?: KbRelations,
): CompletionContext {
  const typed = parseTypedWord(place);
  return {
    place,
    schema,
    kb,
    typed,
    follows: once(() => createFollowTest(place.before)),
    inference: once(() => schema && infer(place.query, schema)),
    writeName: (id) => {
      const iri = !schema || /^(?:https?|urn):/.test(id) ? id : schema.namespace + id;
      // The notation that the user started with is kept.
      if (typed.form === 'iri')
        return { insertText: `<${iri}${place.closed ? '' : '>'}`, additionalEdits: [] };
      if (typed.form === 'name' && typed.namespace !== undefined && iri.startsWith(typed.namespace)) {
        const local = iri.slice(typed.namespace.length);
        if (/^[\w.-]+$/.test(local)) {
          return {
            insertText: `${typed.prefix}:${local}`,
            additionalEdits: typed.declaration ? [insertDeclaration(place, typed.declaration)] : [],
          };
        }
      }
      if (!schema) return { insertText: `<${iri}>`, additionalEdits: [] };
      const { name, declaration } = nameFor(place.query, schema, iri);
      return {
        insertText: name,
        additionalEdits: declaration === undefined ? [] : [insertDeclaration(place, declaration)],
      };
    },
  };
}

/** Inserts a prefix declaration before the query, below its leading comments. */
function insertDeclaration({ query, shift }: CompletionPlace, declaration: string): TextEdit {
  const top = shift + (query.tokens[0]?.start ?? 0);
  return { range: range(top, top), newText: `${declaration}\n` };
}
