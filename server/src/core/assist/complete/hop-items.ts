import { labelOf } from '../../kb/labels';
import { filterFor, plainText, type CompletionItem } from './item';
import { askedOf } from './relation-items';
import { relationPlace } from './relation-place';
import { rankRelations } from './relations';
import type { Scene } from './scene';

const MOST_MEDIATORS = 3;
const MOST_ONWARD = 3;

/** Both steps over a mediator at once, where nothing follows yet. */
export function* hopItems(scene: Scene): Iterable<CompletionItem> {
  const { place, schema } = scene;
  const inference = scene.inference();
  const asked = schema && askedOf(scene, schema);
  if (!schema || !inference || asked === undefined || !place.open) return;
  const around = relationPlace(place, inference, schema);
  const toMediators = rankRelations(schema, asked, around, 12)
    .map(({ id }) => id)
    .filter((id) => schema.type(schema.relation(id)?.range ?? '')?.kind === 'mediator')
    .slice(0, MOST_MEDIATORS);
  for (const first of toMediators) {
    const relation = schema.relation(first);
    const mediator = relation?.range;
    if (mediator === undefined) continue;
    const beyond = schema.relationsOf(mediator).filter((id) => {
      const range = schema.relation(id)?.range;
      return id !== relation?.reverse && range !== undefined && schema.type(range)?.kind === 'entity';
    });
    for (const second of schema.mostUsed(beyond).slice(0, MOST_ONWARD)) {
      const { text, also } = scene.write(first);
      const fact = variableFor(mediator);
      const answer = variableFor(schema.relation(second)?.range ?? second);
      yield {
        kind: 'snippet',
        label: `${first} › ${second.slice(second.lastIndexOf('.') + 1)}`,
        note: `over the mediator → ${labelOf(schema.relation(second)?.range ?? second)}`,
        text: `${plainText(text)} ?\${1:${fact}} .\n?\${1:${fact}} ${plainText(scene.write(second).text)} ?\${2:${answer}} .$0`,
        snippet: true,
        filter: filterFor(place.typed, asked, first),
        also,
        about: { kind: 'id', id: second },
      };
    }
  }
}

function variableFor(id: string): string {
  return id.slice(Math.max(id.lastIndexOf('.'), id.lastIndexOf('/')) + 1).replace(/\W/g, '') || 'x';
}
