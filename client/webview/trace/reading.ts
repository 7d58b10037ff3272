import type { Reading } from '../../../server/src/protocol/index';
import { shownLines, shownText } from '../../shared/terms';
import { pairsOf, partnersOf, placesOf } from '../../shared/trace/pairing';
import { segmentsOf } from '../../shared/trace/segments';
import { element } from '../dom';
import type { Lights } from './lights';
import { partKey, phraseKey } from './query-text';

/** A query in words; each phrase lights up with the part of the query that it says. */
export function drawReading(reading: Reading, query: string, lights: Lights): HTMLElement {
  const pairs = pairsOf(reading, query);
  const { question } = reading;
  const pieces = segmentsOf(question.length, placesOf(pairs, 'phrase')).map(({ start, end, marks }) => {
    const text = shownLines(question.slice(start, end));
    const [phrase] = marks;
    if (!phrase) return document.createTextNode(text);
    const parts = partnersOf(pairs, 'phrase', phrase);
    const said = parts.map((part) => shownText(query.slice(part.start, part.end), 120)).join(' and ');
    const piece = element('span', {
      class: 'phrase',
      text,
      title: said,
      attributes: { 'aria-description': `In the query: ${said}` },
    });
    for (const mark of marks) lights.add(phraseKey(mark), piece);
    lights.press(piece, [phraseKey(phrase), ...parts.map(partKey)]);
    return piece;
  });
  return element('p', { class: 'reading', attributes: { dir: 'auto' } }, ...pieces);
}

/** Who wrote a reading, and what it leaves out. */
export function aboutReading({ by, leftOut }: Reading): readonly Node[] {
  const writer = by === 'templates' ? 'Written by rules, without a model.' : `Written by ${shownText(by)}.`;
  const missing =
    leftOut.length === 0 ? '' : ` It leaves out: ${leftOut.map((part) => shownText(part)).join('; ')}.`;
  return [element('p', { class: 'dim', text: writer + missing })];
}
