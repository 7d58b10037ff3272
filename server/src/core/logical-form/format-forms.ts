/** Formats logical forms: on one line if they fit, otherwise one argument per line. Only white space changes. */
import type { TextEdit } from '../language/text/edit';
import { parseLists, type FormItem, type ListItem } from './parse-lists';

const MAX_WIDTH = 100;

/** Forms with unmatched brackets or with comments inside are not changed. */
export function formatForms(text: string): readonly TextEdit[] {
  const { items, problems } = parseLists(text);
  if (problems.length) return [];
  return items.flatMap((item): readonly TextEdit[] => {
    const { start, end } = item.range;
    if (item.kind !== 'list' || hasComment(item, text)) return [];
    const newText = print(item, text, 0);
    return newText === text.slice(start, end) ? [] : [{ range: item.range, newText }];
  });
}

function print(item: FormItem, text: string, indent: number): string {
  const flat = printFlat(item, text);
  if (item.kind !== 'list' || indent + flat.length <= MAX_WIDTH) return flat;
  const [first, second, ...rest] = item.items;
  const head = [first, second].flatMap((part) => (part ? [print(part, text, indent + 2)] : [])).join(' ');
  const below = rest.map((part) => `\n${' '.repeat(indent + 2)}${print(part, text, indent + 2)}`);
  return `(${head}${below.join('')})`;
}

function printFlat(item: FormItem, text: string): string {
  return item.kind === 'list'
    ? `(${item.items.map((part) => printFlat(part, text)).join(' ')})`
    : text.slice(item.range.start, item.range.end);
}

/** Whether the text has more than the items of the list. */
function hasComment(list: ListItem, text: string): boolean {
  const compact = (written: string): string => written.replace(/\s+/g, '');
  return compact(printFlat(list, text)) !== compact(text.slice(list.range.start, list.range.end));
}
