import { sortCommonsFirst } from '../../schema/domain-index';
import type { KnownEntity } from '../../kb/knowledge-base';
import { isPossibleEntityId } from '../../language/rdf/ids';
import { code, enumeration, plain } from './markdown';

/** What a KB knows about an entity. */
export interface EntityDetails {
  readonly kb: { readonly name: string; readonly complete: boolean };
  /** Undefined if the KB has not answered. */
  readonly entity: KnownEntity | undefined;
  readonly description?: string;
}

export function describeEntity(id: string, info: EntityDetails | undefined): readonly string[] {
  const name = info?.entity?.name;
  const nature = info?.entity?.mediator === true ? 'mediator' : 'entity';
  return [
    name === undefined ? `**${nature}** ${code(id)}` : `**${plain(name)}** — ${nature} ${code(id)}`,
    ...(info ? answerLines(info) : ['Connect a KB to see its name and types.']),
    ...(isPossibleEntityId(id) ? [`[Look it up on Wikidata](${wikidataSearch(id)})`] : []),
  ];
}

const MAX_DESCRIPTION_LENGTH = 300;
/** Every node has these types. */
export const UNIVERSAL_TYPES = new Set(['type.object', 'common.topic']);

function answerLines({ kb, entity, description }: EntityDetails): readonly string[] {
  if (!entity) return [`The KB ${plain(kb.name)} has not answered.`];
  if (!entity.exists)
    return [
      kb.complete
        ? `The KB ${plain(kb.name)} does not contain it.`
        : `The KB ${plain(kb.name)} is incomplete and does not contain it.`,
    ];
  const types = sortCommonsFirst(entity.types.filter((type) => !UNIVERSAL_TYPES.has(type)));
  return [
    ...(description === undefined ? [] : [plain(truncate(description))]),
    ...(types.length ? [`Types: ${enumeration(types.map(code))}.`] : []),
  ];
}

/** Shortens a text at a word boundary. */
function truncate(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= MAX_DESCRIPTION_LENGTH) return flat;
  const cut = flat.lastIndexOf(' ', MAX_DESCRIPTION_LENGTH);
  return `${flat.slice(0, cut > 0 ? cut : MAX_DESCRIPTION_LENGTH)} …`;
}

/** Wikidata has the Freebase ids of most entities: `m.` ids as property P646, `g.` ids as P2671. */
function wikidataSearch(id: string): string {
  const [letter = '', rest = ''] = id.split('.');
  const statement = `haswbstatement:${letter === 'm' ? 'P646' : 'P2671'}=/${letter}/${rest}`;
  return `https://www.wikidata.org/w/index.php?search=${encodeURIComponent(statement)}`;
}
