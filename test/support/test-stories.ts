/** Tests whose input and expected events are in JSON files. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Story, StoryOutcome } from './story';

/** Defines one test per JSON file of a folder. */
export function testStories(
  title: string,
  folder: URL,
  play: (story: Story) => Promise<StoryOutcome<unknown>>,
): void {
  const stories = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ file, story: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Story }));
  describe(title, () => {
    it.each(stories.map((each) => ({ ...each, title: each.story.title })))(
      '$title',
      async ({ file, story }) => {
        const { events, unusedSteps } = await play(story);
        // UPDATE=1 saves the events; review them and run `npm run format`.
        if (process.env['UPDATE'] !== undefined)
          writeFileSync(new URL(file, folder), `${JSON.stringify({ ...story, events }, undefined, 2)}\n`);
        expect(events).toEqual(story.events);
        expect(unusedSteps).toEqual([]);
      },
    );
  });
}
