import { CUSTOMARY_PREFIXES, VIRTUOSO_PREFIXES } from '../language/rdf/names';
import type { PrefixDeclaration, QueryModel } from '../language/sparql/model';
import { applyEdits, type TextEdit } from '../language/text/edit';
import { declarationOf, declare, lineBreakOf } from './text/declarations';
import { isBroken } from './text/syntax';
import { withLineBreak } from './text/unused-prefix';

/** Sorts the prefix declarations, adds missing ones and removes unused ones. Comments stay with their declarations. */
export function organizePrefixes(query: QueryModel): readonly TextEdit[] {
  // In broken text a prefix may look unused, and an update may declare prefixes between its parts.
  if (isBroken(query) || ['none', 'update'].includes(query.query.form)) return [];
  const missing = missingDeclarations(query);
  if (!query.prefixes.length) return declareAll(query, missing);
  const edits = areOnOwnLines(query) ? reorderLines(query, missing) : replaceInPlace(query, missing);
  return applyEdits(query.text, edits) === query.text ? [] : edits;
}

function declareAll(query: QueryModel, missing: readonly DeclarationText[]): readonly TextEdit[] {
  const texts = missing.map(({ text }) => text);
  return texts.length ? [declare(query, texts)] : [];
}

interface DeclarationText {
  readonly prefix: string;
  readonly text: string;
}

function missingDeclarations({ prefixUses, dialect }: QueryModel): readonly DeclarationText[] {
  const missing = new Map<string, string>();
  for (const { prefix, resolved } of prefixUses) {
    const iri = resolved ? undefined : CUSTOMARY_PREFIXES.get(prefix);
    const isPredefined = dialect === 'virtuoso' && VIRTUOSO_PREFIXES.has(prefix);
    if (iri !== undefined && !isPredefined) missing.set(prefix, iri);
  }
  return [...missing].map(([prefix, iri]) => ({ prefix, text: declarationOf(prefix, iri) })).sort(byName);
}

function byName(left: DeclarationText, right: DeclarationText): number {
  return left.prefix < right.prefix ? -1 : left.prefix > right.prefix ? 1 : 0;
}

/** Declarations that the query uses, without those that repeat the one before them. */
function neededDeclarations({ prefixes, prefixUses }: QueryModel): ReadonlySet<PrefixDeclaration> {
  const used = new Set(prefixUses.map(({ prefix }) => prefix));
  const latest = new Map<string, string>();
  return new Set(
    prefixes.filter(({ prefix, iri }) => {
      const needed = used.has(prefix) && latest.get(prefix) !== iri;
      latest.set(prefix, iri);
      return needed;
    }),
  );
}

/** With duplicate names or BASE, the order of the declarations matters. */
function canBeSorted({ base }: QueryModel, needed: ReadonlySet<PrefixDeclaration>): boolean {
  const names = new Set([...needed].map(({ prefix }) => prefix));
  return names.size === needed.size && base === undefined;
}

const BLANK = /^[ \t]*$/;
const BLANK_OR_COMMENT = /^[ \t]*(?:#.*)?$/;

/** Whether each declaration is alone on its line. */
function areOnOwnLines({ text, prefixes, base }: QueryModel): boolean {
  return (
    base === undefined &&
    prefixes.every(
      ({ range }) =>
        BLANK.test(text.slice(lineStart(text, range.start), range.start)) &&
        BLANK_OR_COMMENT.test(text.slice(range.end, lineEnd(text, range.end))),
    )
  );
}

/** Writes the lines of the declarations in a new order, each with the comments above it. */
function reorderLines(query: QueryModel, missing: readonly DeclarationText[]): readonly TextEdit[] {
  const { text, prefixes } = query;
  const [first] = prefixes;
  if (!first) return [];
  const needed = neededDeclarations(query);
  const start = lineStart(text, first.range.start);
  const chunks: DeclarationText[] = [];
  let from = start;
  let comments = '';
  for (const declaration of prefixes) {
    const at = lineStart(text, declaration.range.start);
    const end = lineEnd(text, declaration.range.end);
    const above = comments + text.slice(from, at);
    if (needed.has(declaration)) {
      chunks.push({ prefix: declaration.prefix, text: above + text.slice(at, end) });
      comments = '';
    } else {
      const beside = text.slice(declaration.range.end, end).trim();
      comments = above + (beside && beside + lineBreakOf(text));
    }
    from = afterLineBreak(text, end);
  }
  const last = prefixes[prefixes.length - 1] ?? first;
  const end = lineEnd(text, last.range.end);
  const ordered = [...chunks, ...missing];
  if (canBeSorted(query, needed)) ordered.sort(byName);
  const lines = [...ordered.map((one) => one.text), ...(comments ? [comments.replace(/\r?\n$/, '')] : [])];
  const whole = lines.length ? end : afterLineBreak(text, end);
  return [{ range: { start, end: whole }, newText: lines.join(lineBreakOf(text)) }];
}

/** For declarations that share a line: sorts them among their places. */
function replaceInPlace(query: QueryModel, missing: readonly DeclarationText[]): readonly TextEdit[] {
  const { text, prefixes } = query;
  const needed = neededDeclarations(query);
  const ordered = [...needed].map(({ prefix, range: { start, end } }) => ({
    prefix,
    text: text.slice(start, end),
  }));
  if (canBeSorted(query, needed)) ordered.sort(byName);
  return [
    ...declareAll(query, missing),
    ...[...needed].flatMap(({ range }, at) => {
      const newText = ordered[at]?.text ?? '';
      return newText === text.slice(range.start, range.end) ? [] : [{ range, newText }];
    }),
    ...prefixes
      .filter((one) => !needed.has(one))
      .map(({ range }) => ({ range: withLineBreak(text, range), newText: '' })),
  ];
}

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
}

function lineEnd(text: string, offset: number): number {
  const found = text.slice(offset).search(/[\r\n]/);
  return found < 0 ? text.length : offset + found;
}

function afterLineBreak(text: string, offset: number): number {
  return offset + (/^(?:\r\n|\n|\r)/.exec(text.slice(offset, offset + 2))?.[0].length ?? 0);
}
