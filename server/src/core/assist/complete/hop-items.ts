import { labelOf } from '../../kb/labels';
import { variablesOf } from '../variables';
import { filterFor, plainText, type CompletionItem } from './item';
import { unusedName } from './names';
import { askedOf } from './relation-items';
import { NOWHERE, relationPlace } from './relation-place';
import { rankRelations } from './relations';
import type { Scene } from './scene';

const MOST_MEDIATORS = 3;
const MOST_ONWARD = 3;

/** Both steps over a mediator at once, where a triple can end and nothing follows yet. */
export function* hopItems(scene: Scene): Iterable<CompletionItem> {
  const { place, schema } = scene;
  const inference = scene.inference();
  const asked = schema && askedOf(scene, schema);
  if (!schema || !inference || asked === undefined || !isOpen(scene)) return;
  const around = relationPlace(place, inference, schema);
  const toMediators = rankRelations(schema, asked, around, 12)
    .map(({ id }) => id)
    .filter((id) => schema.type(schema.relation(id)?.range ?? '')?.kind === 'mediator')
    .slice(0, MOST_MEDIATORS);
  const taken = new Set(variablesOf(place.query).map(({ name }) => name));
  for (const first of toMediators) {
    const { range: mediator, reverse } = schema.relation(first) ?? {};
    if (mediator === undefined) continue;
    const back = new Set<string>(reverse === undefined ? [] : [reverse]);
    const beyond = rankRelations(schema, '', { ...NOWHERE, subjectTypes: [mediator], back }, 20)
      .map(({ id }) => id)
      .filter((id) => {
        const { domain, range = '' } = schema.relation(id) ?? {};
        return domain === mediator && !back.has(id) && schema.type(range)?.kind === 'entity';
      });
    for (const second of beyond.slice(0, MOST_ONWARD)) {
      const { text, also } = scene.write(first);
      const reached = schema.relation(second)?.range ?? second;
      const fact = unusedName(mediator, taken);
      const answer = unusedName(reached, new Set([...taken, fact]));
      yield {
        kind: 'snippet',
        label: `${first} › ${second.slice(second.lastIndexOf('.') + 1)}`,
        note: `over the mediator → ${labelOf(reached)}`,
        text: `${plainText(text)} ?\${1:${fact}} .\n?\${1:${fact}} ${plainText(scene.write(second).text)} ?\${2:${answer}} .$0`,
        snippet: true,
        filter: filterFor(place.typed, asked, first),
        also,
        about: { kind: 'id', id: second },
      };
    }
  }
}

/** In a group, the right way round, at the end of a line that the triple does not go on after. */
function isOpen({ place: { within, endsLine, next, before } }: Scene): boolean {
  const last = before[before.length - 1]?.value ?? '';
  return (
    within === '{' &&
    endsLine &&
    !['.', ';', ',', '/', '|'].includes(next) &&
    !['^', '/', '|', '!'].includes(last)
  );
}
