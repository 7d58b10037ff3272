/** Creates the report of a run as JSON, Markdown and HTML. */
import type { KbSchema } from '../core/schema/schema';
import type { EvalQuestion } from './eval-question';
import { RUN_FILES } from './run-manifest';
import type { Predictions, QuestionTimes } from './prediction';
import type { Report, RunFacts } from './report';
import { renderReportHtml } from './report-html/page';
import { renderReportMarkdown } from './report-markdown';
import { createReport } from './score/create-report';
import type { LargeTextFile } from './storage';

export function reportFiles(
  questions: readonly EvalQuestion[],
  predictions: Predictions,
  times: readonly QuestionTimes[],
  facts: RunFacts,
  schema: KbSchema,
): { readonly report: Report; readonly files: readonly LargeTextFile[] } {
  const report = createReport(questions, predictions, times, facts, schema);
  const { json, markdown, html } = RUN_FILES.report;
  return {
    report,
    files: [
      { name: json, text: formatReport(report) },
      { name: markdown, text: renderReportMarkdown(report) },
      { name: html, text: renderReportHtml(report, { questions, predictions }) },
    ],
  };
}

/** JSON with an indentation of two spaces, in parts: the questions of a large run do not fit into one string. */
export function* formatReport({ questions, ...report }: Report): Iterable<string> {
  const head = JSON.stringify({ ...report, questions: [] }, null, 2);
  if (!questions.length) {
    yield `${head}\n`;
    return;
  }
  yield head.slice(0, -']\n}'.length);
  for (const [index, question] of questions.entries())
    yield `${index ? ',' : ''}\n    ${JSON.stringify(question, null, 2).replaceAll('\n', '\n    ')}`;
  yield '\n  ]\n}\n';
}
