import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modelNoticeText } from '../../client/src/repair/notice-text';
import { modelNoticeText as serverNoticeText } from '../../server/src/lsp/model-notice';
import type { ModelInfo } from '../../server/src/protocol/index';
import { PROJECT } from '../support/check';

const gpt: ModelInfo = {
  name: 'GPT',
  kind: 'server',
  where: 'https://api.openai.com',
  model: 'gpt',
  local: false,
};

describe('notice before data is sent to a model', () => {
  const docs = readFileSync(join(PROJECT, 'docs', 'models.md'), 'utf8');

  it.each(['funfusic.prompts.folder', 'funfusic.exemplars.file', 'comments', 'facts', 'answers', 'headers'])(
    'mentions %s, like the documentation',
    (sent) => {
      expect(modelNoticeText(gpt)).toContain(sent);
      expect(docs.slice(docs.indexOf('## What leaves'), docs.indexOf('## Keys'))).toContain(sent);
    },
  );

  it('is the same in other editors, where the server shows it', () => {
    for (const model of [gpt, { ...gpt, kind: 'editor', where: 'copilot/gpt-4o' } as const])
      expect(serverNoticeText(model)).toBe(modelNoticeText(model));
  });

  it('names the receiver, and mentions no key for a model of the editor', () => {
    expect(modelNoticeText(gpt)).toContain('Sent to https://api.openai.com:');
    const editor = modelNoticeText({ ...gpt, kind: 'editor', where: 'copilot/gpt-4o' });
    expect(editor).toContain('Sent to the editor model copilot/gpt-4o:');
    expect(editor).toMatch(/Nothing else is sent\.$/);
  });
});
