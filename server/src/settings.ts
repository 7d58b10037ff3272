/** What the user chose: an unknown value goes in, exact settings and a list of problems come out. */
import * as z from 'zod/mini';
import { KEYWORD_CASES, type KeywordCase } from './core/assist/format/spelling';
import type { Dialect } from './core/sparql/model';
import { codes } from './core/verify/suite';
import type { Severities, SeverityChoice } from './core/verify/verify';

export interface Settings {
  readonly dialect: Dialect;
  /** Path of a schema of the user's own; empty for the bundled one. */
  readonly schemaFile: string;
  readonly severities: Severities;
  readonly inlayHints: { readonly variableTypes: boolean; readonly entityNames: boolean };
  /** What the formatter does to keywords. */
  readonly keywordCase: KeywordCase;
  readonly codeLens: { readonly enabled: boolean };
}

export const DIALECTS = ['virtuoso', 'sparql11'] as const satisfies readonly Dialect[];
export const SEVERITY_CHOICES = [
  'default',
  'error',
  'warning',
  'information',
  'hint',
  'off',
] as const satisfies readonly SeverityChoice[];

export const defaultSettings: Settings = {
  dialect: 'virtuoso',
  schemaFile: '',
  severities: Object.fromEntries(codes.map((code) => [code, 'default'])),
  inlayHints: { variableTypes: true, entityNames: true },
  keywordCase: 'upper',
  codeLens: { enabled: true },
};

const dialect = z.enum(DIALECTS);
const severity = z.enum(SEVERITY_CHOICES);
const keywordCase = z.enum(KEYWORD_CASES);

export function parseSettings(value: unknown): {
  readonly settings: Settings;
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const given = isRecord(value) ? value : {};
  const read = <Type>(schema: z.ZodMiniType<Type>, name: string, raw: unknown, fallback: Type): Type => {
    if (raw === undefined || raw === null) return fallback;
    const parsed = schema.safeParse(raw);
    if (parsed.success) return parsed.data;
    problems.push(`funfusic.${name} is ${JSON.stringify(raw)}, which is not possible; the default is used.`);
    return fallback;
  };
  const readSwitch = (group: string, name: string, fallback: boolean): boolean => {
    const nested = given[group];
    const raw = isRecord(nested) ? nested[name] : given[`${group}.${name}`];
    return read(z.boolean(), `${group}.${name}`, raw, fallback);
  };
  const schemaFile = isRecord(given['schema']) ? given['schema']['file'] : given['schema.file'];
  const format = isRecord(given['format']) ? given['format']['keywordCase'] : given['format.keywordCase'];
  const chosen = isRecord(given['severity']) ? given['severity'] : {};
  const severities = Object.fromEntries(
    codes.map((code) => [
      code,
      read<SeverityChoice>(
        severity,
        `severity.${code}`,
        chosen[code] ?? given[`severity.${code}`],
        'default',
      ),
    ]),
  );
  return {
    settings: {
      dialect: read<Dialect>(dialect, 'dialect', given['dialect'], defaultSettings.dialect),
      schemaFile: read(z.string(), 'schema.file', schemaFile, ''),
      severities,
      inlayHints: {
        variableTypes: readSwitch('inlayHints', 'variableTypes', defaultSettings.inlayHints.variableTypes),
        entityNames: readSwitch('inlayHints', 'entityNames', defaultSettings.inlayHints.entityNames),
      },
      keywordCase: read<KeywordCase>(keywordCase, 'format.keywordCase', format, defaultSettings.keywordCase),
      codeLens: { enabled: readSwitch('codeLens', 'enabled', defaultSettings.codeLens.enabled) },
    },
    problems,
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
