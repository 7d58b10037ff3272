import { labelOf } from '../../schema/labels';
import { variablesOf } from '../variables';
import { filterFor, plainText, type CompletionItem } from './item';
import { unusedName } from './names';
import { askedOf, likelyRelations } from './relation-items';
import { NOWHERE } from './relation-place';
import { rankAmong } from './relations';
import type { CompletionContext } from './context';

/** A relation further down is hardly the one that is meant. */
const MOST_LOOKED_AT = 12;
const MOST_MEDIATORS = 3;
const MOST_ONWARD = 3;

/** Both steps over a mediator at once, where a triple can end and nothing follows yet. */
export function* hopItems(context: CompletionContext): Iterable<CompletionItem> {
  const { place, schema } = context;
  const asked = schema && askedOf(context, schema);
  if (!schema || asked === undefined || !isOpen(context)) return;
  const toMediators = likelyRelations(context, asked)
    .slice(0, MOST_LOOKED_AT)
    .filter((id) => schema.type(schema.relation(id)?.range ?? '')?.kind === 'mediator')
    .slice(0, MOST_MEDIATORS);
  const taken = new Set(variablesOf(place.query).map(({ name }) => name));
  for (const first of toMediators) {
    const { range: mediator, reverse } = schema.relation(first) ?? {};
    if (mediator === undefined) continue;
    const back = new Set<string>(reverse === undefined ? [] : [reverse]);
    const around = { ...NOWHERE, subjectTypes: [mediator], back };
    const onward = schema
      .relationsOf(mediator)
      .filter((id) => !back.has(id) && schema.type(schema.relation(id)?.range ?? '')?.kind === 'entity');
    for (const { id: second } of rankAmong(schema, onward, around, MOST_ONWARD)) {
      const { text, also } = context.write(first);
      const reached = schema.relation(second)?.range ?? second;
      const fact = unusedName(mediator, taken);
      const answer = unusedName(reached, new Set([...taken, fact]));
      yield {
        kind: 'snippet',
        label: `${first} › ${second.slice(second.lastIndexOf('.') + 1)}`,
        note: `over the mediator → ${labelOf(reached)}`,
        text: `${plainText(text)} ?\${1:${fact}} .\n?\${1:${fact}} ${plainText(context.write(second).text)} ?\${2:${answer}} .$0`,
        snippet: true,
        filter: filterFor(place.typed, asked, first),
        also,
        about: { kind: 'id', id: second },
      };
    }
  }
}

/** In a group, the right way round, at the end of a line that the triple does not go on after. */
function isOpen({ place: { within, endsLine, next, before } }: CompletionContext): boolean {
  const last = before[before.length - 1]?.value ?? '';
  return (
    within === '{' &&
    endsLine &&
    !['.', ';', ',', '/', '|'].includes(next) &&
    !['^', '/', '|', '!'].includes(last)
  );
}
