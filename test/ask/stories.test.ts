import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { play, type AskStory } from './story';

const folder = new URL('stories/', import.meta.url);

function stories(): readonly (readonly [string, AskStory])[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file, JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as AskStory] as const);
}

describe('Stories of questions', () => {
  it.each(stories().map(([file, story]) => ({ file, title: story.title, story })))(
    '$title',
    async ({ file, story }) => {
      const { events, left } = await play(story);
      // UPDATE=1 writes down what happens, to be read before it is believed.
      if (process.env['UPDATE'] !== undefined) {
        const text = await format(JSON.stringify({ ...story, events }), { parser: 'json', printWidth: 110 });
        writeFileSync(new URL(file, folder), text);
      }
      expect(events).toEqual(story.events);
      expect(left).toEqual([]);
    },
  );
});
