import { expect, it } from 'vitest';
import { changedPart } from '../../server/src/core/language/text/changed-part';
import { applyEdits } from '../../server/src/core/language/text/edit';

it.each([
  ['?x ns:a.place_of_brith ?y', '?x ns:a.place_of_birth ?y', 'ns:a.place_of_brith', 'ns:a.place_of_birth'],
  ['a b c', 'a c', 'b ', ''],
  ['a c', 'a b c', '', 'b '],
  ['aa', 'aaa', 'aa', 'aaa'],
  ['', 'new', '', 'new'],
])('the changed part of %j and %j consists of whole words', (before, after, removed, added) => {
  const edit = changedPart(before, after);
  expect(edit && [before.slice(edit.range.start, edit.range.end), edit.newText]).toEqual([removed, added]);
  expect(edit && applyEdits(before, [edit])).toBe(after);
});

it('equal texts have no changed part', () => {
  expect(changedPart('same', 'same')).toBeUndefined();
});
