import { commonsBefore } from '../../schema/domains';
import type { KnownEntity } from '../../kb/knowledge-base';
import { isPossibleEntityId } from '../../language/rdf/ids';
import { code, enumeration, plain } from './markdown';

/** What a KB knows about an entity. */
export interface EntityAnswer {
  readonly kb: { readonly name: string; readonly complete: boolean };
  /** Absent where it has not answered. */
  readonly entity: KnownEntity | undefined;
  readonly description?: string;
}

export function describeEntity(id: string, told: EntityAnswer | undefined): readonly string[] {
  const name = told?.entity?.name;
  const nature = told?.entity?.mediator === true ? 'mediator' : 'entity';
  return [
    name === undefined ? `**${nature}** ${code(id)}` : `**${plain(name)}** — ${nature} ${code(id)}`,
    ...(told ? answerLines(told) : ['Connect a KB to see its name and types.']),
    ...(isPossibleEntityId(id) ? [`[Look it up on Wikidata](${wikidataSearch(id)})`] : []),
  ];
}

const LONGEST_DESCRIPTION = 300;
/** Every node has these types. */
const EVERYTHING = new Set(['type.object', 'common.topic']);

function answerLines({ kb, entity, description }: EntityAnswer): readonly string[] {
  if (!entity) return [`The KB ${plain(kb.name)} has not answered.`];
  if (!entity.exists)
    return [
      kb.complete
        ? `The KB ${plain(kb.name)} does not contain it.`
        : `The KB ${plain(kb.name)} is incomplete and does not contain it.`,
    ];
  const types = commonsBefore(entity.types.filter((type) => !EVERYTHING.has(type)));
  return [
    ...(description === undefined ? [] : [plain(shortened(description))]),
    ...(types.length ? [`Types: ${enumeration(types.map(code))}.`] : []),
  ];
}

/** Cut at the end of a word. */
function shortened(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= LONGEST_DESCRIPTION) return flat;
  const cut = flat.lastIndexOf(' ', LONGEST_DESCRIPTION);
  return `${flat.slice(0, cut > 0 ? cut : LONGEST_DESCRIPTION)} …`;
}

/** Wikidata knows most entities of Freebase by their old ids: `m.` ids as property P646, `g.` ids as P2671. */
function wikidataSearch(id: string): string {
  const [letter = '', rest = ''] = id.split('.');
  const statement = `haswbstatement:${letter === 'm' ? 'P646' : 'P2671'}=/${letter}/${rest}`;
  return `https://www.wikidata.org/w/index.php?search=${encodeURIComponent(statement)}`;
}
