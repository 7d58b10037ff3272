import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withRecording, replayModel } from '../../server/src/core/model/record';
import { isUpdate } from '../../server/src/core/query/refusal-before-sending';
import { play, type RepairStory } from './story';

function story(name: string): RepairStory {
  return JSON.parse(readFileSync(new URL(`stories/${name}.json`, import.meta.url), 'utf8')) as RepairStory;
}

describe('A repair that was recorded', () => {
  it.each(['outvoted', 'unanswerable-data', 'garbage', 'refusal', 'cut-short', 'unauthorized'])(
    'is replayed to the same trace, and nobody is asked: %s',
    async (name) => {
      const lines: string[] = [];
      const first = await play(story(name), {
        around: (model) => withRecording(model, (line) => lines.push(line)),
      });
      const again = await play(story(name), { around: () => replayModel(lines) });
      expect(JSON.stringify(again.trace)).toBe(JSON.stringify(first.trace));
      expect(again.events).toEqual(first.events);
      expect(first.modelRequests.length).toBeGreaterThan(0);
      expect(again.modelRequests).toEqual([]);
    },
  );
});

describe('Untrusted text is data', () => {
  it.each(['injection-name', 'injection-comment', 'update-proposed'])(
    'nothing but questions to this KB is run: %s',
    async (name) => {
      const { kbQueries, modelRequests, trace } = await play(story(name));
      expect(kbQueries.length).toBeGreaterThan(0);
      for (const query of kbQueries) {
        expect(isUpdate(query)).toBe(false);
        // The author's own comments stay; engines ignore them.
        expect(query.replace(/^#.*$/gm, '')).not.toMatch(/SERVICE|FROM|evil/);
      }
      // A name or a comment cannot end the block that contains it.
      for (const { body } of modelRequests) {
        const [system] = body.messages;
        expect(system?.role).toBe('system');
        expect(system?.content).not.toMatch(/evil|DROP ALL/);
        for (const { role, content } of body.messages)
          if (role === 'user')
            for (const tag of ['query', 'context', 'findings'])
              expect(content.split(`</${tag}>`).length).toBe(content.split(`<${tag}>`).length);
      }
      expect(trace?.result.query).not.toMatch(/SERVICE|FROM|INSERT|DROP ALL;|disable/);
    },
  );
});
