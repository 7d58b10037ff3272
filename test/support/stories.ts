/** Tests of stories that are told in files. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import type { Story, Told } from './story';

/** What kind of story it is, the files know. */
export function testStories(
  title: string,
  folder: URL,
  play: (story: Story) => Promise<Told<unknown>>,
): void {
  const stories = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ file, story: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Story }));
  describe(title, () => {
    it.each(stories.map((each) => ({ ...each, title: each.story.title })))(
      '$title',
      async ({ file, story }) => {
        const { events, left } = await play(story);
        // UPDATE=1 writes down what happens, to be read before it is believed.
        if (process.env['UPDATE'] !== undefined) {
          const text = await format(JSON.stringify({ ...story, events }), {
            parser: 'json',
            printWidth: 110,
          });
          writeFileSync(new URL(file, folder), text);
        }
        expect(events).toEqual(story.events);
        expect(left).toEqual([]);
      },
    );
  });
}
