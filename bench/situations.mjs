// The situations of requests: the text, the last keystroke, and the position of the cursor. All are in the middle of the file and about
// the variable that is used in the whole file. Every request follows a keystroke, so that the text is new to the server.
import { deletion, insertion, lineNear } from './typing.mjs';

/**
 * Further properties, `position` and `range`, are parameters of the request.
 * @typedef {object} Situation
 * @property {string} text the text of the opened file
 * @property {import('./typing.mjs').Keystroke} keystroke the last one before the request
 * @property {import('./typing.mjs').Keystroke} back undoes the keystroke
 * @property {boolean} [isSameAfterwards] the request is also measured after the keystroke is undone
 * @property {{ method: string, params: object }} [itemOf] the parameters are the first item of this request's result
 */

/** The number of lines on a large screen. */
const screenLines = 60;

/** A new line is written; the keystroke is its last letter. */
export function writing(text, newLine) {
  const lines = text.split('\n');
  const { line, content } = aTriple(text);
  const beginning = /^ */.exec(content)[0] + newLine.slice(0, -1);
  lines.splice(line + 1, 0, beginning);
  return {
    text: lines.join('\n'),
    ...typed(line + 1, beginning.length, newLine.slice(-1)),
    position: { line: line + 1, character: beginning.length + 1 },
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
      start: { line: Math.max(start.line, line - screenLines / 2), character: 0 },
      end: { line: Math.min(end.line, line + screenLines / 2), character: 0 },
    },
  };
}

export function inFile(text) {
  return { ...reading(text), range: allOf(text) };
}

export const inSchema = reading;

/** A relation gets an extra letter. */
export function misspelt(text) {
  const { line, content } = aTriple(text);
  const end = content.lastIndexOf(' ?');
  const range = { start: { line, character: 0 }, end: { line, character: content.length } };
  return { text, ...typed(line, end, 'e'), range };
}

/** The file has an unused prefix. */
export function fixable(text) {
  return inFile(`PREFIX wd: <http://www.wikidata.org/entity/>\n${text}`);
}

/** The line gets a second space between two words. */
export function disordered(text) {
  const { line, content } = aTriple(text);
  return { text, ...typed(line, content.indexOf(' ns:'), ' ') };
}

/** The meaning does not change: a space is typed at the end of a line. */
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
