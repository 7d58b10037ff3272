/** Readable labels from the words of an id: `people.person.place_of_birth` → "place of birth". */
import { BoundedCache } from '../language/text/cache';
import { strip } from '../language/text/strip';
import { lastSegment } from './name-index';

const MAX_CACHED_LABELS = 5000;
const labels = new BoundedCache<string>(MAX_CACHED_LABELS);

export function labelOf(id: string): string {
  return labels.getOrCompute(id, makeLabel);
}

function makeLabel(id: string): string {
  const words = strip(lastSegment(id), '_')
    .replace(/_s(?=_|$)/g, '(s)')
    .replace(/_+/g, ' ')
    .replace(/\bcontainedby\b/g, 'contained by')
    .replace(/([a-z])([A-Z])/g, '$1 $2');
  return words || id;
}

/** Returns a label with the owner, for ids whose last segment is ambiguous: "person → place of birth". */
export function qualifiedLabelOf(id: string): string {
  const segments = id.split('.');
  const owner = segments[segments.length - 2];
  return owner ? `${labelOf(owner)} → ${labelOf(id)}` : labelOf(id);
}
