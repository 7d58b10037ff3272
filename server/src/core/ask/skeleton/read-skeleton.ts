/** Reads a skeleton: a logical form with phrases in square brackets instead of IDs. The operator determines the role of each. */
import { parseLists, type FormItem } from '../../logical-form/parse-lists';
import { OPERATOR_WORDS } from './print-skeleton';

/** `set`: a class, or a single entity. */
type SlotRole = 'relation' | 'entity' | 'set';

export interface Slot {
  readonly role: SlotRole;
  readonly phrase: string;
}

export interface Skeleton {
  readonly slots: readonly Slot[];
  /** Writes the logical form with these names in the slots, and the relation in `reversedSlot` reversed. */
  write(names: readonly string[], reversedSlot?: number): string;
}

type SkeletonPart =
  | { readonly kind: 'slot'; readonly index: number }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'list'; readonly parts: readonly SkeletonPart[] };

/** The word that replaces a phrase for the parser of lists. */
const SLOT = /^slot_(\d+)$/;
const MAX_PHRASE_LENGTH = 120;
const MAX_SLOTS = 8;
const MAX_DEPTH = 30;

export function readSkeleton(text: string): Skeleton | { readonly problem: string } {
  const phrases: string[] = [];
  const withSlots = text.replace(/\[([^[\]]*)\]/g, (_, phrase: string) => {
    phrases.push(phrase.replace(/\s+/g, ' ').trim().slice(0, MAX_PHRASE_LENGTH));
    return ` slot_${phrases.length - 1} `;
  });
  const { items, problems } = parseLists(withShortOperators(withSlots));
  const [first, ...more] = items;
  if (!first || more.length || problems.length) return { problem: 'Its brackets do not match.' };
  if (phrases.length > MAX_SLOTS) return { problem: `It has more than ${MAX_SLOTS} phrases.` };
  if (phrases.includes('')) return { problem: 'A phrase in it is empty.' };
  const roles: SlotRole[] = [];
  const root = readPart(first, 'set', roles, 0);
  if (!root) return { problem: 'It is nested too deep.' };
  const slots = phrases.map((phrase, index): Slot => ({ role: roles[index] ?? 'set', phrase }));
  return { slots, write: (names, reversedSlot) => writePart(root, names, reversedSlot) };
}

/** `( LESS THAN` is `(lt`. */
function withShortOperators(text: string): string {
  return [...OPERATOR_WORDS].reduce(
    (short, [operator, words]) =>
      short.replace(new RegExp(`\\(\\s*${words.replace(' ', '\\s+')}\\b`, 'gi'), `(${operator}`),
    text,
  );
}

/** Stores the roles of the slots in `roles`. Returns undefined if the item is nested too deeply. */
function readPart(
  item: FormItem,
  role: SlotRole,
  roles: SlotRole[],
  depth: number,
): SkeletonPart | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (item.kind === 'quoted') return { kind: 'word', text: `${JSON.stringify(item.value)}${item.suffix}` };
  if (item.kind === 'word') {
    const slot = SLOT.exec(item.text)?.[1];
    if (slot === undefined) return { kind: 'word', text: item.text };
    roles[Number(slot)] = role;
    return { kind: 'slot', index: Number(slot) };
  }
  const [operator] = item.items;
  const name = operator?.kind === 'word' ? operator.text.toUpperCase() : '';
  const parts: SkeletonPart[] = [];
  for (const [index, child] of item.items.entries()) {
    const part = readPart(child, index ? argumentRole(name, index, role) : role, roles, depth + 1);
    if (!part) return undefined;
    parts.push(part);
  }
  return { kind: 'list', parts };
}

function argumentRole(operator: string, index: number, role: SlotRole): SlotRole {
  switch (operator) {
    case 'R':
      return 'relation';
    case 'JOIN':
      // In a chain of relations, as in ARGMAX, both arguments are relations.
      return index === 1 || role === 'relation' ? 'relation' : 'entity';
    case 'ARGMAX':
    case 'ARGMIN':
    case 'TC':
      return index >= 2 ? 'relation' : 'set';
    case 'AND':
    case 'COUNT':
      return 'set';
    default:
      return index === 1 ? 'relation' : 'entity';
  }
}

function writePart(part: SkeletonPart, names: readonly string[], reversedSlot: number | undefined): string {
  if (part.kind === 'word') return part.text;
  if (part.kind === 'slot') {
    const name = names[part.index] ?? '';
    return part.index === reversedSlot ? `(R ${name})` : name;
  }
  const [operator, argument] = part.parts;
  const isReverse = operator?.kind === 'word' && operator.text.toUpperCase() === 'R';
  // Reversing twice cancels out.
  if (isReverse && argument?.kind === 'slot' && argument.index === reversedSlot)
    return names[argument.index] ?? '';
  return `(${part.parts.map((child) => writePart(child, names, reversedSlot)).join(' ')})`;
}
