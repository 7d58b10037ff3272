/** A logical form in words: names stand between square brackets, and what each may be follows from where it stands. */
import { readLists, type Item } from '../../logical-form/read-lists';

/** What a phrase stands for. A `thing` is an entity, or a class where a set of things of one kind may stand. */
type SlotRole = 'relation' | 'entity' | 'thing';

export interface Slot {
  readonly role: SlotRole;
  readonly words: string;
}

export interface Skeleton {
  readonly slots: readonly Slot[];
  /** The form with these names in the slots. `turned` is the relation slot that is to be taken the other way round. */
  write(names: readonly string[], turned?: number): string;
}

type Part =
  | { readonly kind: 'slot'; readonly at: number }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'list'; readonly parts: readonly Part[] };

/** Words in brackets are no words of a form, so that each is replaced by one that stands for it. */
const SLOT = /^slot_(\d+)$/;
const LONGEST_PHRASE = 120;
const MAX_SLOTS = 8;

export function readSkeleton(text: string): Skeleton | { readonly problem: string } {
  const phrases: string[] = [];
  const plain = text.replace(/\[([^[\]]*)\]/g, (_, words: string) => {
    phrases.push(words.replace(/\s+/g, ' ').trim().slice(0, LONGEST_PHRASE));
    return ` slot_${phrases.length - 1} `;
  });
  const { items, problems } = readLists(plain);
  const [first, ...more] = items;
  if (!first || more.length || problems.length) return { problem: 'Its brackets do not match.' };
  if (phrases.length > MAX_SLOTS) return { problem: `It has more than ${MAX_SLOTS} phrases.` };
  if (phrases.some((words) => words === '')) return { problem: 'A phrase in it is empty.' };
  const roles: SlotRole[] = [];
  const whole = partOf(first, 'thing', roles, 0);
  if (!whole) return { problem: 'It is nested too deep.' };
  const slots = phrases.map((words, at): Slot => ({ role: roles[at] ?? 'thing', words }));
  return { slots, write: (names, turned) => written(whole, names, turned) };
}

const DEEPEST = 30;

function partOf(item: Item, role: SlotRole, roles: SlotRole[], depth: number): Part | undefined {
  if (depth > DEEPEST) return undefined;
  if (item.kind === 'quoted') return { kind: 'word', text: `${JSON.stringify(item.value)}${item.suffix}` };
  if (item.kind === 'word') {
    const slot = SLOT.exec(item.text)?.[1];
    if (slot === undefined) return { kind: 'word', text: item.text };
    roles[Number(slot)] = role;
    return { kind: 'slot', at: Number(slot) };
  }
  const [operator] = item.items;
  const name = operator?.kind === 'word' ? operator.text.toUpperCase() : '';
  const parts: Part[] = [];
  for (const [index, child] of item.items.entries()) {
    const part = partOf(child, index ? roleIn(name, index, role) : role, roles, depth + 1);
    if (!part) return undefined;
    parts.push(part);
  }
  return { kind: 'list', parts };
}

function roleIn(operator: string, index: number, role: SlotRole): SlotRole {
  switch (operator) {
    case 'R':
      return 'relation';
    case 'JOIN':
      // In a chain of relations, as ARGMAX has them, both are.
      return index === 1 || role === 'relation' ? 'relation' : 'entity';
    case 'ARGMAX':
    case 'ARGMIN':
    case 'TC':
      return index >= 2 ? 'relation' : 'thing';
    case 'AND':
    case 'COUNT':
      return 'thing';
    default:
      return index === 1 ? 'relation' : 'entity';
  }
}

function written(part: Part, names: readonly string[], turned: number | undefined): string {
  if (part.kind === 'word') return part.text;
  if (part.kind === 'slot')
    return part.at === turned ? `(R ${names[part.at] ?? ''})` : (names[part.at] ?? '');
  const [operator, only] = part.parts;
  // What is turned round twice is as it was.
  if (
    operator?.kind === 'word' &&
    operator.text.toUpperCase() === 'R' &&
    only?.kind === 'slot' &&
    only.at === turned
  )
    return names[only.at] ?? '';
  return `(${part.parts.map((each) => written(each, names, turned)).join(' ')})`;
}
