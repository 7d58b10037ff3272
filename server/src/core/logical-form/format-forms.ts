/** The layout of forms: on one line where they fit, else an argument a line. Only white space changes. */
import type { TextEdit } from '../language/text/edit';
import { readLists, type Item, type List } from './read-lists';

const WIDTH = 100;

/** Forms with brackets that do not match, and those with comments inside, are left as they are. */
export function formatForms(text: string): readonly TextEdit[] {
  const { items, problems } = readLists(text);
  if (problems.length) return [];
  return items.flatMap((item): readonly TextEdit[] => {
    const { start, end } = item.range;
    if (item.kind !== 'list' || hasComment(item, text)) return [];
    const newText = print(item, text, 0);
    return newText === text.slice(start, end) ? [] : [{ range: item.range, newText }];
  });
}

function print(item: Item, text: string, indent: number): string {
  const flat = onOneLine(item, text);
  if (item.kind !== 'list' || indent + flat.length <= WIDTH) return flat;
  const [first, second, ...rest] = item.items;
  const head = [first, second].flatMap((part) => (part ? [print(part, text, indent + 2)] : [])).join(' ');
  const below = rest.map((part) => `\n${' '.repeat(indent + 2)}${print(part, text, indent + 2)}`);
  return `(${head}${below.join('')})`;
}

function onOneLine(item: Item, text: string): string {
  return item.kind === 'list'
    ? `(${item.items.map((part) => onOneLine(part, text)).join(' ')})`
    : text.slice(item.range.start, item.range.end);
}

/** Something stands in it that is no item. */
function hasComment(list: List, text: string): boolean {
  const dense = (written: string): string => written.replace(/\s+/g, '');
  return dense(onOneLine(list, text)) !== dense(text.slice(list.range.start, list.range.end));
}
