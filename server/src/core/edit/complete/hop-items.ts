import { labelOf } from '../../schema/labels';
import { variablesOf } from '../variables';
import { toFilterText, escapeSnippet, type CompletionItem } from './item';
import { unusedVariableName } from './names';
import { kbSearchText, likelyRelations } from './relation-items';
import { NO_CONTEXT } from './relation-place';
import { rankGivenRelations } from './rank-relations';
import type { CompletionContext } from './context';

/** Only the best ranked relations are searched for mediators. */
const MAX_RELATIONS = 12;
const MAX_MEDIATORS = 3;
const MAX_HOPS_PER_MEDIATOR = 3;

/** Snippets with both triples of a hop through a mediator, offered where nothing follows the relation yet. */
export function* hopItems(context: CompletionContext): Iterable<CompletionItem> {
  const { place, schema } = context;
  const search = schema && kbSearchText(context, schema);
  if (!schema || search === undefined || !canInsertTriples(context)) return;
  const toMediators = likelyRelations(context)
    .slice(0, MAX_RELATIONS)
    .filter((id) => schema.isMediator(schema.relation(id)?.range))
    .slice(0, MAX_MEDIATORS);
  const taken = new Set(variablesOf(place.query).map(({ name }) => name));
  for (const first of toMediators) {
    const { range: mediator, reverse } = schema.relation(first) ?? {};
    if (mediator === undefined) continue;
    const back = new Set<string>(reverse === undefined ? [] : [reverse]);
    const atMediator = { ...NO_CONTEXT, subjectTypes: [mediator], back };
    const onward = schema
      .relationsOf(mediator)
      .filter((id) => !back.has(id) && schema.type(schema.relation(id)?.range ?? '')?.kind === 'entity');
    for (const { id: second } of rankGivenRelations(schema, onward, atMediator, MAX_HOPS_PER_MEDIATOR)) {
      const { insertText: text, additionalEdits: also } = context.writeName(first);
      const target = schema.relation(second)?.range ?? second;
      const fact = unusedVariableName(mediator, taken);
      const answer = unusedVariableName(target, new Set([...taken, fact]));
      yield {
        kind: 'snippet',
        label: `${first} › ${second.slice(second.lastIndexOf('.') + 1)}`,
        detail: `through the mediator → ${labelOf(target)}`,
        insertText: `${escapeSnippet(text)} ?\${1:${fact}} .\n?\${1:${fact}} ${escapeSnippet(context.writeName(second).insertText)} ?\${2:${answer}} .$0`,
        isSnippet: true,
        filterText: toFilterText(place.typed, search, first),
        additionalEdits: also,
        symbol: { kind: 'id', id: second },
      };
    }
  }
}

/** Whether whole triples can be inserted: in a group, at the end of a line, and not inside a property path. */
function canInsertTriples({ place: { within, endsLine, next, before } }: CompletionContext): boolean {
  const last = before[before.length - 1]?.value ?? '';
  return (
    within === '{' &&
    endsLine &&
    !['.', ';', ',', '/', '|'].includes(next) &&
    !['^', '/', '|', '!'].includes(last)
  );
}
