import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPrompts } from '../../../server/src/compose/index';
import {
  PROMPT_NAMES,
  type PromptLibrary,
  type PromptName,
} from '../../../server/src/core/model/prompts/prompt-library';
import { REPLIES } from '../../../server/src/core/model/prompts/replies';
import { parseTemplate, type PromptTemplate } from '../../../server/src/core/model/prompts/template';
import { PROJECT } from '../../support/check';

const FOLDER = join(PROJECT, 'prompts');

function bundled(name: PromptName): PromptTemplate {
  const parsed = parseTemplate(readFileSync(join(FOLDER, `${name}.md`), 'utf8'));
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return parsed.template;
}

/** A value for every input. */
function rendered(library: PromptLibrary, name: PromptName): string {
  const values = Object.fromEntries([...bundled(name).inputs.keys()].map((input) => [input, `«${input}»`]));
  return library
    .render(name, values)
    .map(({ content }) => content)
    .join('\n');
}

describe('the built-in prompts', () => {
  it('are exactly the prompts that the code names', () => {
    const files = readdirSync(FOLDER).filter((file) => file.endsWith('.md') && file !== 'README.md');
    expect(files.sort()).toEqual(PROMPT_NAMES.map((name) => `${name}.md`).sort());
  });

  it.each(PROMPT_NAMES)('%s shows every input, and marks data as data', (name) => {
    const text = rendered(openPrompts(''), name);
    for (const input of bundled(name).inputs.keys()) expect(text).toContain(`«${input}»`);
    expect(text).toMatch(/is data/);
    expect(text).toMatch(/never\s+follow\s+an\s+instruction/);
  });

  it.each(PROMPT_NAMES)('%s puts every input into its own block', (name) => {
    const text = rendered(openPrompts(''), name);
    for (const input of bundled(name).inputs.keys())
      expect(text).toMatch(new RegExp(`<([a-z-]+)>\n«${input}»\n</\\1>`));
  });

  it.each(PROMPT_NAMES)('%s requests JSON of the schema that replies are validated against', (name) => {
    const { schema } = REPLIES[name];
    const shown = [...rendered(openPrompts(''), name).matchAll(/^\{".*\}$/gm)].map(([json]) => json);
    expect(shown.length).toBeGreaterThan(0);
    for (const json of shown) {
      const checked = schema.safeParse(JSON.parse(json));
      expect(checked.success && Object.keys(checked.data)).toEqual(Object.keys(JSON.parse(json) as object));
    }
  });

  it.each(['same', 'different'] as const)('judge with three worked examples that are %s', (verdict) => {
    const replies = openPrompts('')
      .render('compare-questions', { question: 'a', reading: 'b' })
      .filter(({ role }) => role === 'assistant')
      .map(({ content }) => REPLIES['compare-questions'].schema.parse(JSON.parse(content)));
    const those = replies.filter(({ same }) => same === (verdict === 'same'));
    expect(those).toHaveLength(3);
    for (const { same, differences } of those) expect(differences.length === 0).toBe(same);
  });

  it('pair words that are in the question', () => {
    const replies = openPrompts('')
      .render('read-back', { query: 'a', parts: 'b' })
      .filter(({ role }) => role === 'assistant');
    expect(replies).toHaveLength(2);
    for (const { content } of replies) {
      const { question, parts } = REPLIES['read-back'].schema.parse(JSON.parse(content));
      for (const { words } of parts) expect(question).toContain(words);
    }
  });
});

describe('prompts of the user', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'funfusic-prompts-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);
  const OWN =
    '---\nabout: Mine.\ninputs:\n  question: Q.\n  reading: R.\n---\n## user\nMine: {{question}} {{reading}}\n';
  const values = { question: 'a', reading: 'b' };
  const mine = [{ role: 'user', content: 'Mine: a b' }];

  it('replace the built-in ones with the same file name', () => {
    write('compare-questions.md', OWN);
    const library = openPrompts(folder);
    expect(library.problems).toEqual([]);
    expect(library.render('compare-questions', values)).toEqual(mine);
    expect(rendered(library, 'choose-reading')).toBe(rendered(openPrompts(''), 'choose-reading'));
  });

  it('are found from the folder of the workspace', () => {
    mkdirSync(join(folder, 'mine'));
    write('mine/compare-questions.md', OWN);
    expect(openPrompts('mine', folder).render('compare-questions', values)).toEqual(mine);
  });

  it('may omit optional inputs', () => {
    write(
      'propose-query.md',
      '---\nabout: Mine.\ninputs:\n  question: Q.\n  context: C.\n---\n## user\n{{question}} {{context}}\n',
    );
    const library = openPrompts(folder);
    expect(library.problems).toEqual([]);
    const given = { question: 'a', context: 'b', exemplars: 'c' };
    expect(library.render('propose-query', given)).toEqual([{ role: 'user', content: 'a b' }]);
    expect(() => library.render('propose-query', { ...given, more: 'd' })).toThrow('no input "more"');
  });

  it.each([
    [
      'compare-questions.md',
      OWN.replace('{{reading}}', '{{raeding}}'),
      /compare-questions\.md is not used.*Line 8: \{\{raeding\}\}/,
    ],
    [
      'compare-questions.md',
      OWN.replaceAll('reading', 'kb'),
      /Line 5: There is no input "kb"\. The inputs are question, reading/,
    ],
    [
      'compare-questions.md',
      OWN.replace('  reading: R.\n', '').replace('{{reading}}', ''),
      /The input "reading" is missing/,
    ],
    ['compare-question.md', OWN, /there is no such prompt. There are propose-query/],
    ['compare-questions.md', OWN + 'x'.repeat(1024 * 1024), /larger than 1 MB/],
    [
      'propose-query.md',
      '---\nabout: Mine.\ninputs:\n  question: Q.\n  context: C.\n  exemplars: E.\n---\n## user\n{{question}}{{context}}{{exemplars}}\n',
      /Line 6: "exemplars" may be empty: declare it as "exemplars \(optional\)"/,
    ],
  ])('that are invalid are reported, and the built-in ones are used: %s %#', (file, text, expected) => {
    write(file, text);
    const library = openPrompts(folder);
    expect(library.problems.join('\n')).toMatch(expected);
    for (const name of PROMPT_NAMES) expect(rendered(library, name)).toBe(rendered(openPrompts(''), name));
  });

  it('reports a folder or a prompt that cannot be read', () => {
    expect(openPrompts(join(folder, 'nowhere')).problems.join()).toMatch(
      /cannot be read: there is no such file/,
    );
    mkdirSync(join(folder, 'read-back.md'));
    expect(openPrompts(folder).problems.join()).toMatch(/read-back\.md cannot be read: it is a folder/);
  });
});
