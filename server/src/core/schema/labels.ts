/** A human label for an id, made of its own words: `people.person.place_of_birth` → "place of birth". */
import { strip } from '../language/text/strip';

/** The labels that were asked for last: the same few, at every keystroke. */
const MOST_REMEMBERED = 5000;
const labels = new Map<string, string>();

export function labelOf(id: string): string {
  let label = labels.get(id);
  if (label === undefined) {
    if (labels.size >= MOST_REMEMBERED) labels.clear();
    labels.set(id, (label = makeLabel(id)));
  }
  return label;
}

function makeLabel(id: string): string {
  const last = lastSegment(id);
  const words = strip(last, '_')
    .replace(/_s(?=_|$)/g, '(s)')
    .replace(/_+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2');
  return words || id;
}

/** A label that also says whose it is, for ids whose last word alone says little: "person → place of birth". */
export function qualifiedLabelOf(id: string): string {
  const segments = id.split('.');
  const owner = segments[segments.length - 2];
  return owner ? `${labelOf(owner)} → ${labelOf(id)}` : labelOf(id);
}

function lastSegment(id: string): string {
  const cut = Math.max(id.lastIndexOf('.'), id.lastIndexOf('/'), id.lastIndexOf('#'));
  return id.slice(cut + 1);
}
