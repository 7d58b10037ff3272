// What is typed into a query, keystroke by keystroke. Every script leaves the text as it was.

/**
 * A keystroke: what it replaces (`start` and `end` are line and character) and the text it puts there.
 * @typedef {{ range: { start: Position, end: Position }, text: string }} Keystroke
 * @typedef {{ line: number, character: number }} Position
 */

/**
 * Renaming a relation: the last word of its name is deleted backwards and typed again. The text stays valid
 * SPARQL throughout, so a server has the whole query to check at every keystroke.
 * @returns {Keystroke[]}
 */
export function renameRelation(text, place) {
  const { line, content } = tripleNear(text, place);
  const word = /[a-z]+(?= \?\w+ \.$)/.exec(content);
  // One letter stays: a name that ends in a dot or an underscore is another matter.
  const letters = [...word[0].slice(1)];
  return typedAndDeleted(line, word.index + 1, letters).toSorted(deletionsFirst);
}

/**
 * Writing a new triple on a line of its own and deleting it again. The text is broken most of the time.
 * @returns {Keystroke[]}
 */
export function writeTriple(text, place) {
  const { line, content } = tripleNear(text, place);
  const indent = /^ */.exec(content)[0];
  // Enter is one keystroke that also indents, as editors do it.
  const enter = insertion(line, content.length, `\n${indent}`);
  const leave = deletion({ line, character: content.length }, { line: line + 1, character: indent.length });
  return [enter, ...typedAndDeleted(line + 1, indent.length, [...'?film ns:film.film.language ?l .']), leave];
}

/** A plain triple, whose relation ends in a word long enough to be typed again. */
function tripleNear(text, place) {
  return lineNear(text, place, /^ +\?\w+ ns:[\w.]+[a-z]{5} \?\w+ \.$/);
}

/** The first line of a kind at or after `place`, a part of the text from 0 (its top) to 1 (its end). */
export function lineNear(text, place, kind) {
  const lines = text.split('\n');
  const isWanted = (line) => kind.test(line);
  const from = Math.floor(lines.length * place);
  const found = lines.findIndex((line, index) => index >= from && isWanted(line));
  const line = found >= 0 ? found : lines.findLastIndex(isWanted);
  if (line < 0) throw new Error(`There is no line like ${kind} to type in.`);
  return { line, content: lines[line] };
}

function typedAndDeleted(line, column, letters) {
  const typed = letters.map((letter, index) => insertion(line, column + index, letter));
  const deleted = letters.map((_, index) =>
    deletion({ line, character: column + index }, { line, character: column + index + 1 }),
  );
  return [...typed, ...deleted.toReversed()];
}

// Sorting is stable: within the deletions and within the insertions the order is kept.
function deletionsFirst(a, b) {
  return a.text.length - b.text.length;
}

export function insertion(line, character, text) {
  return { range: { start: { line, character }, end: { line, character } }, text };
}

export function deletion(start, end) {
  return { range: { start, end }, text: '' };
}
