import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { findingCodes } from '../server/src/core/check/suite';
import { KEYWORD_CASES } from '../server/src/core/edit/format/keyword-case';
import {
  ASK_LIMITS,
  defaultAskSettings,
  defaultStrategyOption,
  STRATEGY_OPTIONS,
} from '../server/src/settings/ask-settings';
import { defaultSettings, DIALECTS, parseSettings, SEVERITY_CHOICES } from '../server/src/settings/settings';
import { readManifest } from '../tools/docs/manifest';
import { PROJECT } from './support/check';
import { AVOIDED } from './support/avoided-words';

const read = (name: string): string => readFileSync(join(PROJECT, name), 'utf8');
const raw = JSON.parse(read('package.json')) as Readonly<Record<string, unknown>> & {
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] };
  };
};
const texts = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;
const { commands, menus, configuration } = readManifest(PROJECT).contributes;
const properties = Object.fromEntries(configuration.flatMap((group) => Object.entries(group.properties)));
const isDeprecated = (name: string): boolean => properties[name]?.markdownDeprecationMessage !== undefined;
const current = Object.keys(properties).filter((name) => !isDeprecated(name));
const former = Object.keys(properties).filter(isDeprecated);

const AVOID = [...AVOIDED, 'asked', 'leave', 'at most'];

describe('JSON validation', () => {
  it('names schemas that exist and are packed', () => {
    const { jsonValidation } = (
      raw as unknown as {
        readonly contributes: { readonly jsonValidation: readonly { readonly url: string }[] };
      }
    ).contributes;
    const packed = read('.vscodeignore').split('\n');
    for (const { url } of jsonValidation) {
      const file = url.replace('./', '');
      expect(JSON.parse(read(file))).toHaveProperty('properties');
      expect(packed).toContain(`!${file}`);
    }
    expect(jsonValidation).toHaveLength(3);
  });
});

describe('the walkthrough', () => {
  it('marks code with double backticks, because the editor shows single ones as they are', () => {
    for (const [key, text] of Object.entries(texts))
      if (key.startsWith('walkthrough.')) expect(text.replaceAll('``', ''), key).not.toContain('`');
  });
});

describe('settings of the manifest', () => {
  it('are in titled groups, about thirty of them', () => {
    expect(configuration.map(({ title }) => title)).toEqual([
      'Checks',
      'Editing',
      'Running',
      'Models',
      'Asking',
      'Repair',
      'Evaluation',
      'Advanced',
    ]);
    expect(current.length).toBeLessThanOrEqual(32);
  });

  it('have a severity for every code, with every choice', () => {
    const severities = properties['funfusic.severity']?.properties ?? {};
    expect(Object.keys(severities).sort()).toEqual([...findingCodes].sort());
    for (const severity of Object.values(severities)) expect(severity.enum).toEqual(SEVERITY_CHOICES);
    expect(properties['funfusic.severity']?.default).toEqual(defaultSettings.severities);
  });

  it('have the defaults of the server', () => {
    expect(properties['funfusic.dialect']?.enum).toEqual(DIALECTS);
    expect(properties['funfusic.format.keywordCase']?.enum).toEqual(KEYWORD_CASES);
    const given = Object.entries(properties).map(([name, setting]) => [
      name.replace('funfusic.', ''),
      setting.default,
    ]);
    expect(parseSettings(Object.fromEntries(given))).toEqual({ settings: defaultSettings, problems: [] });
  });

  it('have the limits and options of questions with the defaults and bounds of the server', () => {
    const limits = properties['funfusic.ask.limits']?.properties ?? {};
    expect(Object.keys(limits)).toEqual(Object.keys(ASK_LIMITS));
    expect(limits['queries']?.default).toBe(defaultAskSettings.caps.queries);
    expect(limits['seconds']?.default).toBe(defaultAskSettings.caps.seconds);
    const options = properties['funfusic.ask.advanced']?.properties ?? {};
    expect(Object.keys(options)).toEqual([...STRATEGY_OPTIONS.keys()]);
    const schemas = [...STRATEGY_OPTIONS, ...Object.entries(ASK_LIMITS)];
    for (const [name, schema] of schemas) {
      const option = options[name] ?? limits[name];
      if (STRATEGY_OPTIONS.has(name)) expect(option?.default).toBe(defaultStrategyOption(name));
      if (option?.enum) {
        expect(z.toJSONSchema(schema).enum).toEqual(option.enum);
        continue;
      }
      for (const bound of [option?.minimum ?? Number.NaN, option?.maximum ?? Number.NaN])
        expect(schema.safeParse(bound).success, `${name} ${bound}`).toBe(true);
      expect(schema.safeParse((option?.minimum ?? 0) - 1).success, name).toBe(false);
      expect(schema.safeParse((option?.maximum ?? 0) + 1).success, name).toBe(false);
    }
  });

  it.each(former)('name what replaces %s', (name) => {
    const [, replacement = ''] = /#(.+)#/.exec(properties[name]?.markdownDeprecationMessage ?? '') ?? [];
    expect(current).toContain(replacement);
  });

  // A nested default of another value would show as a value that the user has not set.
  it.each(former)('give %s the default of its replacement, or none', (name) => {
    const object = current.find((setting) => name.startsWith(`${setting}.`));
    const nested = object === undefined ? {} : properties[object]?.default;
    const expected = (nested as Readonly<Record<string, unknown>>)[name.slice(`${object}.`.length)];
    expect(properties[name]?.default).toBe(object === undefined ? null : expected);
  });
});

describe('a workspace that is not trusted', () => {
  const { restrictedConfigurations } = raw.capabilities.untrustedWorkspaces;

  it('sets nothing of models and of what they may be sent or spend', () => {
    const spending = /^funfusic\.(?:models?$|prompts\.|exemplars\.|repair\.)/;
    const settings = Object.keys(properties).filter((name) => spending.test(name));
    expect(settings).toContain('funfusic.repair.budget');
    expect(settings).toContain('funfusic.repair.budget.money');
    expect(restrictedConfigurations).toEqual(expect.arrayContaining(settings));
  });

  it('is restricted in settings that exist', () => {
    for (const name of restrictedConfigurations) expect(properties).toHaveProperty([name]);
  });
});

describe('commands of the manifest', () => {
  const names = commands.map(({ command }) => command);
  const palette = new Map(menus['commandPalette']?.map(({ command, when }) => [command, when]));

  it('have a title and a category each', () => {
    for (const { title, category } of commands) {
      expect(title).toMatch(/^[A-Z]/);
      expect(category).toBe('FUn-FuSIC');
    }
  });

  it('are about thirty in the palette, and fewer at a time', () => {
    const shown = names.filter((name) => palette.get(name) !== 'false');
    expect(shown.length).toBeLessThanOrEqual(40);
    expect(shown.filter((name) => !palette.has(name)).length).toBeLessThanOrEqual(20);
  });

  it('of rows and of managing KBs and models are not in the palette', () => {
    const ofRows = menus['webview/context']?.map(({ command }) => command) ?? [];
    const ofManaging = names.filter((name) =>
      /\.(?:choose|add|test|remove)(?:Model|KnowledgeBase)$|Secrets?$|ModelKey$|importDump$|derive/.test(
        name,
      ),
    );
    expect(ofManaging).toHaveLength(14);
    for (const name of [...ofRows, ...ofManaging]) expect(palette.get(name), name).toBe('false');
  });

  it('are in menus only if they exist', () => {
    for (const { command } of Object.values(menus).flat()) expect(names).toContain(command);
  });

  it('are all registered', () => {
    const sources = ['client/src', 'server/src/protocol']
      .flatMap((folder) => readdirSync(join(PROJECT, folder), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
      .join('\n');
    for (const name of names) expect(sources).toContain(`'${name}'`);
  });
});

describe('texts of the manifest', () => {
  const strings = (value: unknown, path: string): readonly (readonly [path: string, text: string])[] => {
    if (typeof value === 'string') return [[path, value]];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, part]) => strings(part, `${path}/${key}`));
  };
  const all = [
    ...strings(raw['contributes'], 'contributes'),
    ...strings(raw['capabilities'], 'capabilities'),
    ...strings([raw['displayName'], raw['description']], 'package'),
  ];
  const used = all.flatMap(([, text]) => /^%(.+)%$/.exec(text)?.slice(1) ?? []);

  it('are all in package.nls.json, and it has no others', () => {
    expect([...new Set(used)].sort()).toEqual(Object.keys(texts).sort());
  });

  it('are not written in package.json itself', () => {
    const isForUsers =
      /\/(?:title|shortTitle|category|fullName|displayName|contents|contextualTitle|description|userDescription|markdownDescription|markdownDeprecationMessage)$|\/(?:views\/.*\/name|enumDescriptions\/\d+)$/;
    const isForPrograms = /\/(?:modelDescription|when|editor\.wordSeparators)$|\/inputSchema\//;
    const isEnglish = /[a-z] [a-z]+ [a-z]/;
    const plain = all.filter(
      ([path, text]) =>
        !/^%.+%$/.test(text) && !isForPrograms.test(path) && (isForUsers.test(path) || isEnglish.test(text)),
    );
    expect(plain).toEqual([]);
  });

  it.each(AVOID)('do not use the words "%s"', (words) => {
    const pattern = new RegExp(String.raw`\b(?:${words})\b`, 'i');
    const found = Object.entries(texts).filter(([, text]) =>
      pattern.test(text.replaceAll(/\(command:.*?\)/g, '')),
    );
    expect(found).toEqual([]);
  });

  it('are sentences that begin with a capital letter or the name of a strategy', () => {
    for (const [key, text] of Object.entries(texts))
      expect(text, key).toMatch(/^(?:[A-Z`]|select, |(?:fun-fusic|rng-kbqa|chatkbqa|fidelis)\b)/);
  });
});
