import { isPossibleEntityId } from '../../rdf/ids';
import { code, plain } from './markdown';

export function describeEntity(id: string, name: string | undefined): readonly string[] {
  const lines =
    name === undefined
      ? [`**entity** ${code(id)}`, 'Its name and types are known once a KB is connected.']
      : [`**${plain(name)}** — entity ${code(id)}`];
  return isPossibleEntityId(id) ? [...lines, `[Look it up on Wikidata](${wikidataSearch(id)})`] : lines;
}

/** Wikidata knows most entities of Freebase by their old ids: `m.` ids as property P646, `g.` ids as P2671. */
function wikidataSearch(id: string): string {
  const [letter = '', rest = ''] = id.split('.');
  const statement = `haswbstatement:${letter === 'm' ? 'P646' : 'P2671'}=/${letter}/${rest}`;
  return `https://www.wikidata.org/w/index.php?search=${encodeURIComponent(statement)}`;
}
