import { labelOf } from '../../schema/labels';
import type { KbSchema } from '../../schema/schema';
import { filterFor, type CompletionItem } from './item';
import { relationPlace } from './relation-place';
import { rankRelations } from './relations';
import type { CompletionContext } from './context';

const MOST = 60;

/** The relations that fit, the likeliest first. */
export function* relationItems(context: CompletionContext): Iterable<CompletionItem> {
  const { place, schema, typed } = context;
  const asked = schema && askedOf(context, schema);
  if (!schema || asked === undefined) return;
  if (typed.form === 'word' && 'a'.startsWith(typed.local)) yield isA();
  const turned = place.before[place.before.length - 1]?.value === '^';
  for (const id of likelyRelations(context, asked)) {
    const { text, also } = context.write(id);
    yield {
      kind: 'relation',
      label: id,
      note: leadsTo(schema, id, turned),
      text,
      also,
      filter: filterFor(place.typed, asked, id),
      about: { kind: 'id', id },
    };
  }
}

const known = new WeakMap<CompletionContext, readonly string[]>();

/** The relations that fit here, the likeliest first; worked out once for a context. */
export function likelyRelations(context: CompletionContext, asked: string): readonly string[] {
  let relations = known.get(context);
  if (!relations) known.set(context, (relations = rank(context, asked)));
  return relations;
}

function rank(context: CompletionContext, asked: string): readonly string[] {
  const { place, schema } = context;
  const inference = context.inference();
  if (!schema || !inference) return [];
  return rankRelations(schema, asked, relationPlace(place, inference, schema), MOST).map(({ id }) => id);
}

/** The part of what is typed that a name of the KB may be found by; nothing where another vocabulary is meant. */
export function askedOf({ typed }: CompletionContext, schema: KbSchema): string | undefined {
  switch (typed.form) {
    case 'word':
      return typed.local;
    case 'variable':
      return undefined;
    case 'name':
      return typed.namespace === undefined || typed.namespace === schema.namespace ? typed.local : undefined;
    case 'iri': {
      const { namespace } = schema;
      if (typed.local.startsWith(namespace)) return typed.local.slice(namespace.length);
      return namespace.startsWith(typed.local) ? '' : undefined;
    }
  }
}

/** With `^` before it, a relation leads to what is otherwise its subject. */
function leadsTo(schema: KbSchema, id: string, turned: boolean): string {
  const relation = schema.relation(id);
  const end = turned ? relation?.domain : relation?.range;
  if (end === undefined) return '';
  const mediator = schema.type(end)?.kind === 'mediator';
  return `→ ${labelOf(end)}${mediator ? ' (mediator)' : ''}`;
}

function isA(): CompletionItem {
  return {
    kind: 'keyword',
    label: 'a',
    note: 'is of the class',
    text: 'a',
    about: { kind: 'keyword', name: 'A' },
  };
}
