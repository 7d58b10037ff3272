/** The text of the report as HTML and Markdown. test/cli/report.test.ts opens it in a browser. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../server/src/evaluation/compare';
import type { Report } from '../../server/src/evaluation/report';
import {
  renderComparisonHtml,
  renderReportHtml,
  SCRIPT_HASH,
  STYLE_HASH,
} from '../../server/src/evaluation/report-html/page';
import { SCRIPT } from '../../server/src/evaluation/report-html/page-script';
import { STYLE } from '../../server/src/evaluation/report-html/page-style';
import { renderComparisonMarkdown, renderReportMarkdown } from '../../server/src/evaluation/report-markdown';
import { readReport } from '../../server/src/evaluation/read-run';
import { createReport } from '../../server/src/evaluation/score/create-report';
import { scoreQuestion } from '../../server/src/evaluation/score/score-question';
import { freebase } from '../support/check';
import { evalQuestion, prediction, runFacts } from '../support/eval';
import { generateRun, type GeneratedRun } from '../support/generated-run';

const reportFor = ({ questions, predictions, times, facts }: GeneratedRun): Report =>
  createReport(questions, predictions, times, facts, freebase());

describe('the policy of the page', () => {
  it('allows its script and its style by their hashes', () => {
    const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
    expect([SCRIPT_HASH, STYLE_HASH]).toEqual([hashOf(SCRIPT), hashOf(STYLE)]);
  });

  it('allows nothing else', () => {
    const page = renderReportHtml(reportFor(generateRun(3)));
    expect(page).toContain(
      `content="default-src 'none'; script-src '${SCRIPT_HASH}'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(page).not.toMatch(/ style="| on[a-z]+="|https?:\/\/(?!rdf\.freebase\.com)/);
  });
});

describe('foreign text', () => {
  const EVIL = `</script><img src=x onerror=alert(1)>"' | **bold** [link](javascript:alert(1)) \`code\` \u202e\u0000\n# title`;
  const attempt = {
    query: EVIL,
    sexpr: EVIL,
    answers: [EVIL],
    findings: [{ code: EVIL, rule: EVIL, strength: 'weak' as const }],
    checked: true,
    chosen: true,
  };
  const question = evalQuestion(
    EVIL,
    {
      parses: [{ sparql: EVIL, sexpr: EVIL, answers: [EVIL] }],
      level: EVIL,
      function: EVIL,
      missing: [EVIL],
    },
    EVIL,
  );
  const said = prediction(EVIL, {
    answers: [EVIL],
    names: [EVIL],
    query: EVIL,
    sexpr: EVIL,
    explanation: EVIL,
    troubles: [EVIL],
    entities: [EVIL],
    retrieved: { relations: [EVIL], classes: [EVIL], paths: [EVIL] },
    attempts: [attempt],
  });
  const facts = {
    ...runFacts,
    kb: EVIL,
    model: EVIL,
    strategy: EVIL,
    dataset: { ...runFacts.dataset, name: EVIL },
  };
  const predictions = new Map([[EVIL, said]]);
  const report = createReport([question], predictions, [], facts, freebase());
  const wrong = createReport(
    [question],
    new Map([[EVIL, { ...said, answers: ['m.0'] }]]),
    [],
    facts,
    freebase(),
  );
  const compared = compareRuns(report, wrong);

  it.each([
    ['the report', renderReportHtml(report, { questions: [question], predictions, comparison: compared })],
    ['the comparison', renderComparisonHtml(compared, [EVIL, 'baseline'])],
  ])('is escaped in %s', (_name, page) => {
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/<img|onerror=alert\(1\)>|\u202e|\u0000/);
    expect(page).toContain('&#60;img src=x onerror=alert(1)&#62;&#34;&#39;');
  });

  it.each([
    ['the report', renderReportMarkdown(report)],
    ['the comparison', renderComparisonMarkdown(compared)],
  ])('is escaped in the Markdown of %s', (_name, page) => {
    expect(page).not.toMatch(/<img|\*\*bold|\[link|`code|^# title|\u202e|\u0000/m);
    const rows = page.split('\n').filter((line) => line.startsWith('|') && line.includes('img'));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.endsWith(' |')).toBe(true);
  });
});

describe('a large run', () => {
  const made = generateRun(1000);
  const long = 'x'.repeat(5000);
  const predictions = new Map(
    [...made.predictions].map(([id, one]) => [
      id,
      {
        ...one,
        explanation: long,
        answers: Array.from({ length: 50 }, (_, at) => `m.0${at}`),
        attempts: Array.from({ length: 30 }, (_, at) => ({
          query: long,
          answers: [long, 'm.0zzz'],
          findings: [],
          checked: true,
          chosen: at === 29,
        })),
      },
    ]),
  );

  it('gives a page of limited size that shows the chosen queries', () => {
    const report = {
      ...reportFor(generateRun(10)),
      questions: made.questions.map((one) => scoreQuestion(one, predictions.get(one.id), freebase())),
    };
    const page = renderReportHtml(report, { questions: made.questions, predictions });
    expect(page.length).toBeLessThan(10_000_000);
    expect(page.match(/class="question"/g)).toHaveLength(1000);
    expect(page.match(/class="chosen"/g)).toHaveLength(1000);
    expect(page).toContain('are not shown here: see predictions.jsonl');
  });
});

describe('a small report', () => {
  it.each([
    ['no questions', generateRun(0)],
    ['nothing asked yet', generateRun(3, { asked: 0 })],
    ['one question', generateRun(1)],
    ['no model', generateRun(20, { model: false })],
  ])('is a valid page: %s', (_name, made) => {
    const report = reportFor(made);
    expect(renderReportHtml(report)).toContain('</html>');
    for (const page of [renderReportHtml(report).replace(SCRIPT, ''), renderReportMarkdown(report)])
      expect(page).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('is read as it was written', () => {
    const report = reportFor(generateRun(30, { asked: 25 }));
    expect(readReport(JSON.stringify(report))).toEqual(report);
  });

  it.each([
    ['{}', 'it is not a report: format is invalid'],
    ['[]', 'it is not a report: it has another format'],
    ['{', 'it is not a report: it is not valid JSON'],
    [
      '{"format":"funfusic-report","version":7}',
      'it is a report of another version: version is invalid. Write it again with funfusic report',
    ],
  ])('is not read from %s', (text, problem) => {
    expect(readReport(text)).toEqual({ problem });
  });
});
