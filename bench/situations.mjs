// The situations in which a request comes: what stands in the file, what was typed just before, and where the
// cursor is. All of it happens in the middle of the file, about the one variable that is used all over it.
// Every request comes right after a keystroke, so that the text is new to the server.
import { deletion, insertion, lineNear } from './typing.mjs';

/**
 * What else there is goes into the parameters of the request: `position`, `range`.
 * @typedef {object} Situation
 * @property {string} text as it is opened
 * @property {import('./typing.mjs').Keystroke} keystroke the last one before the request
 * @property {import('./typing.mjs').Keystroke} back what takes it back
 * @property {boolean} [isSameAfterwards] the request makes as much sense when the keystroke is taken back
 * @property {{ method: string, params: object }} [itemOf] the parameters are the first item that this gives
 */

/** As many lines as a large screen shows. */
const screen = 60;

/** A new line is being written, and its last letter comes now. */
export function writing(text, written) {
  const lines = text.split('\n');
  const { line, content } = aTriple(text);
  const begun = /^ */.exec(content)[0] + written.slice(0, -1);
  lines.splice(line + 1, 0, begun);
  return {
    text: lines.join('\n'),
    ...typed(line + 1, begun.length, written.slice(-1)),
    position: { line: line + 1, character: begun.length + 1 },
  };
}

export function overRelation(text) {
  return { ...reading(text), position: placeOf(text, 'ns:') };
}

export function overVariable(text) {
  return { ...reading(text), position: placeOf(text, '?film') };
}

export function overKeyword(text) {
  const { line, content } = lineNear(text, 0.5, /^ *FILTER/);
  return { ...reading(text), position: { line, character: content.indexOf('FILTER') + 1 } };
}

export function onScreen(text) {
  const { line } = aTriple(text);
  const { start, end } = allOf(text);
  return {
    ...reading(text),
    range: {
      start: { line: Math.max(start.line, line - screen / 2), character: 0 },
      end: { line: Math.min(end.line, line + screen / 2), character: 0 },
    },
  };
}

export function inFile(text) {
  return { ...reading(text), range: allOf(text) };
}

export const inSchema = reading;

/** A relation gets a letter too many. */
export function misspelt(text) {
  const { line, content } = aTriple(text);
  const end = content.lastIndexOf(' ?');
  const range = { start: { line, character: 0 }, end: { line, character: content.length } };
  return { text, ...typed(line, end, 'e'), range };
}

/** With a prefix that nobody uses. */
export function fixable(text) {
  return inFile(`PREFIX wd: <http://www.wikidata.org/entity/>\n${text}`);
}

/** Two spaces between two words. */
export function disordered(text) {
  const { line, content } = aTriple(text);
  return { text, ...typed(line, content.indexOf(' ns:'), ' ') };
}

/** The text says the same as before: a space was typed at the end of a line. */
function reading(text) {
  const { line, content } = aTriple(text);
  return { text, ...typed(line, content.length, ' '), isSameAfterwards: true };
}

function typed(line, character, letter) {
  return {
    keystroke: insertion(line, character, letter),
    back: deletion({ line, character }, { line, character: character + 1 }),
  };
}

function placeOf(text, word) {
  const { line, content } = aTriple(text);
  return { line, character: content.indexOf(word) + 1 };
}

function aTriple(text) {
  return lineNear(text, 0.5, /^ *\?film ns:[\w.]+ \?\w+ \.$/);
}

function allOf(text) {
  return { start: { line: 0, character: 0 }, end: { line: text.split('\n').length - 1, character: 0 } };
}
