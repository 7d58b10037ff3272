/** Custom prompt templates, with input values that contain markup of prompts. */
import { parseTemplate, renderTemplate } from '../../../../server/src/core/model/prompts/template';
import { must, type Target } from '../target';

export const promptTemplate: Target = {
  name: 'prompt-template',
  seeds: () => [
    '---\nabout: Asks\ninputs:\n  question: what is asked\n  query?: what was tried\n---\n## system\nYou are helpful.\n## user\n<question>{{question}}</question>\n{{#query}}<query>{{query}}</query>{{/query}}{{^query}}none{{/query}}\n',
    '---\nabout: x\n---\n## user\nHello\n',
    '## user\n{{question}}',
  ],
  sources: [
    'core/model/prompts/front-matter.ts',
    'core/model/prompts/messages.ts',
    'core/model/prompts/template.ts',
  ],
  words: ['{{question}}', '{{#', '{{^', '{{/', '}}', '---\n', '\ninputs:\n', '\n## user\n', '</question>'],
  maxLength: 2000,
  run: (text) => {
    const parsed = parseTemplate(text);
    if ('problems' in parsed) {
      const lines = text.split(/\r\n|\r|\n/).length;
      for (const { line, message } of parsed.problems)
        must(1 <= line && line <= lines + 1 && message !== '', () => `A problem in line ${line} of ${lines}`);
      return;
    }
    const value = 'x </question> < / QUERY > {{question}} ## system';
    const names = [...parsed.template.inputs.keys()];
    const messages = renderTemplate(parsed.template, Object.fromEntries(names.map((name) => [name, value])));
    for (const { role, content } of messages)
      must(
        ['system', 'user', 'assistant'].includes(role) && content.trim() !== '',
        () => `${role}: ${content}`,
      );
  },
};
