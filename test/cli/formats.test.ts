import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { applyEdits, type TextEdit } from '../../server/src/core/language/text/edit';
import { findingCodes, suite } from '../../server/src/core/check/suite';
import { misspeltRelation, sound, unknownRelation, unusedPrefix } from '../lsp/queries';
import { funfusic } from './run';
import { temporaryFolder } from './temporary-folder';

const emoji =
  'PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT ?x { VALUES ?n { "😀" } ?x ns:type.object.name ?n ; ns:people.person.birthplace ?y }\n';
const folder = temporaryFolder({
  'wrong.rq': unknownRelation,
  'misspelt.rq': misspeltRelation,
  'hinted.rq': unusedPrefix,
  'with space/emoji.rq': emoji,
});
const check = (args: readonly string[], stdin = '') => funfusic(['check', ...args], { cwd: folder, stdin });

const position = z.strictObject({ line: z.int().positive(), column: z.int().positive() });
const range = z.strictObject({ start: z.int().nonnegative(), end: z.int().nonnegative() });
const jsonReport = z.array(
  z.strictObject({
    file: z.string(),
    findings: z.array(
      z.object({
        code: z.enum(findingCodes),
        strength: z.enum(['strong', 'weak']),
        severity: z.enum(['error', 'warning', 'information', 'hint']),
        message: z.string().min(1),
        range,
        start: position,
        end: position,
        fixes: z.array(
          z.object({ title: z.string(), edits: z.array(z.strictObject({ range, newText: z.string() })) }),
        ),
      }),
    ),
  }),
);

describe('--format json', () => {
  it('lists every file with its findings, hints included', async () => {
    const { code, stdout } = await check(['--format', 'json', 'wrong.rq', 'hinted.rq']);
    expect(code).toBe(1);
    const [wrong, hinted] = jsonReport.parse(JSON.parse(stdout));
    expect(wrong).toMatchObject({
      file: 'wrong.rq',
      findings: [
        {
          code: 'grounding',
          severity: 'error',
          start: { line: 3, column: 15 },
          end: { line: 3, column: 42 },
        },
      ],
    });
    expect(hinted?.findings).toMatchObject([{ code: 'unused_prefix', severity: 'hint' }]);
  });

  it('gives ranges as offsets in UTF-16 units', async () => {
    const { stdout } = await check(['--format', 'json', join('with space', 'emoji.rq')]);
    const [file] = jsonReport.parse(JSON.parse(stdout));
    const finding = file?.findings.find(({ code }) => code === 'grounding');
    expect(finding && emoji.slice(finding.range.start, finding.range.end)).toBe(
      'ns:people.person.birthplace',
    );
  });

  it('gives fixes that can be applied', async () => {
    const { stdout } = await check(['--format', 'json', 'misspelt.rq']);
    const [file] = jsonReport.parse(JSON.parse(stdout));
    const edits: readonly TextEdit[] = file?.findings[0]?.fixes[0]?.edits ?? [];
    expect(applyEdits(misspeltRelation, edits)).toBe(sound);
  });
});

/** The requirements of SARIF 2.1.0 for the parts that are used here. */
const sarifLog = z.object({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.tuple([
    z.object({
      tool: z.object({
        driver: z.object({
          name: z.literal('FUn-FuSIC'),
          version: z.string().regex(/^\d+\.\d+\.\d+/),
          semanticVersion: z.string(),
          informationUri: z.url(),
          rules: z.array(
            z.object({
              id: z.string(),
              shortDescription: z.object({ text: z.string().min(1) }),
              fullDescription: z.object({ text: z.string().min(1) }),
              help: z.object({ text: z.string().min(1), markdown: z.string().min(1) }),
            }),
          ),
        }),
      }),
      invocations: z.tuple([
        z.object({
          executionSuccessful: z.boolean(),
          exitCode: z.int(),
          toolExecutionNotifications: z.array(
            z.object({ level: z.literal('error'), message: z.object({ text: z.string().min(1) }) }),
          ),
        }),
      ]),
      columnKind: z.literal('utf16CodeUnits'),
      results: z.array(
        z.object({
          ruleId: z.string(),
          level: z.enum(['none', 'note', 'warning', 'error']),
          message: z.object({ text: z.string().min(1) }),
          locations: z.tuple([
            z.object({
              physicalLocation: z.object({
                artifactLocation: z.object({ uri: z.string() }),
                region: z.object({
                  startLine: z.int().positive(),
                  startColumn: z.int().positive(),
                  endLine: z.int().positive(),
                  endColumn: z.int().positive(),
                }),
              }),
            }),
          ]),
        }),
      ),
    }),
  ]),
});

async function sarif(args: readonly string[], stdin = ''): Promise<z.infer<typeof sarifLog>['runs'][0]> {
  const { stdout } = await check(['--format', 'sarif', ...args], stdin);
  return sarifLog.parse(JSON.parse(stdout)).runs[0];
}

describe('--format sarif', () => {
  it('has a rule for every code that needs no run, and each result names one', async () => {
    const { tool, results } = await sarif(['wrong.rq', 'hinted.rq']);
    const checked = new Set([...suite.text, ...suite.schema, ...suite.intent].map(({ code }) => code));
    expect(tool.driver.rules.map(({ id }) => id)).toEqual([...checked]);
    expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['grounding', 'error'],
      ['unused_prefix', 'note'],
    ]);
  });

  it('locates results by line and column in UTF-16 units, in a relative URI', async () => {
    const { results } = await sarif([join('with space', 'emoji.rq')]);
    const found = results.find(({ ruleId }) => ruleId === 'grounding');
    const { artifactLocation, region } = found?.locations[0].physicalLocation ?? {};
    expect(artifactLocation?.uri).toBe('with%20space/emoji.rq');
    const line = emoji.split('\n')[1] ?? '';
    expect(region?.startLine).toBe(2);
    expect(line.slice((region?.startColumn ?? 0) - 1, (region?.endColumn ?? 0) - 1)).toBe(
      'ns:people.person.birthplace',
    );
  });

  it('uses a URL for a file outside the folder and a URI for standard input', async () => {
    const outside = await funfusic(['check', '--format', 'sarif', join(folder, 'wrong.rq')]);
    const run = sarifLog.parse(JSON.parse(outside.stdout)).runs[0];
    expect(run.results[0]?.locations[0].physicalLocation.artifactLocation.uri).toBe(
      pathToFileURL(join(folder, 'wrong.rq')).href,
    );
    const { results } = await sarif(['-'], unknownRelation);
    expect(results[0]?.locations[0].physicalLocation.artifactLocation.uri).toMatch(/^[\w:/.-]+$/);
  });

  it('is a valid log without findings', async () => {
    const { results, invocations } = await sarif(['-'], sound);
    expect(results).toEqual([]);
    expect(invocations).toEqual([{ executionSuccessful: true, exitCode: 0, toolExecutionNotifications: [] }]);
  });

  it('reports findings by the exit code and paths that cannot be read as a failed run', async () => {
    expect((await sarif(['wrong.rq'])).invocations[0]).toMatchObject({
      executionSuccessful: true,
      exitCode: 1,
    });
    const { code, stdout } = await check(['--format', 'sarif', 'nowhere.rq']);
    expect(code).toBe(2);
    expect(sarifLog.parse(JSON.parse(stdout)).runs[0].invocations[0]).toEqual({
      executionSuccessful: false,
      exitCode: 2,
      toolExecutionNotifications: [
        {
          level: 'error',
          message: { text: expect.stringMatching(/^nowhere\.rq cannot be read: there is no such file\./) },
        },
      ],
    });
  });
});
