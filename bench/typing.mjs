// Sequences of keystrokes in a query. Each sequence restores the text at its end.

/**
 * A keystroke: the range it replaces and the new text.
 * @typedef {{ range: { start: Position, end: Position }, text: string }} Keystroke
 * @typedef {{ line: number, character: number }} Position
 */

/**
 * Renames a relation: deletes the last word of its name backwards and types it again. The text stays valid SPARQL, so that a server
 * checks the whole query at every keystroke.
 * @returns {Keystroke[]}
 */
export function renameRelation(text, place) {
  const { line, content } = tripleNear(text, place);
  const word = /[a-z]+(?= \?\w+ \.$)/.exec(content);
  // Keeps one letter, because a name that ends with a dot or an underscore would not be valid.
  const letters = [...word[0].slice(1)];
  return typedAndDeleted(line, word.index + 1, letters).toSorted(deletionsFirst);
}

/**
 * Writes a new triple on a new line and deletes it again. The text is invalid most of the time.
 * @returns {Keystroke[]}
 */
export function writeTriple(text, place) {
  const { line, content } = tripleNear(text, place);
  const indent = /^ */.exec(content)[0];
  // As in editors, Enter is one keystroke that also indents.
  const enter = insertion(line, content.length, `\n${indent}`);
  const leave = deletion({ line, character: content.length }, { line: line + 1, character: indent.length });
  return [enter, ...typedAndDeleted(line + 1, indent.length, [...'?film ns:film.film.language ?l .']), leave];
}

/** Finds a simple triple whose relation ends with a word of at least five letters. */
function tripleNear(text, place) {
  return lineNear(text, place, /^ +\?\w+ ns:[\w.]+[a-z]{5} \?\w+ \.$/);
}

/** Finds the first line that matches `kind` at or after `place`, a share of the text from 0 to 1. */
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

// Sorting is stable, so the order within deletions and within insertions does not change.
function deletionsFirst(a, b) {
  return a.text.length - b.text.length;
}

export function insertion(line, character, text) {
  return { range: { start: { line, character }, end: { line, character } }, text };
}

export function deletion(start, end) {
  return { range: { start, end }, text: '' };
}
