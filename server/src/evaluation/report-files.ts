/** Creates the report of a run as JSON, Markdown and HTML. */
import type { KbSchema } from '../core/schema/schema';
import type { EvalQuestion } from './eval-question';
import { RUN_FILES } from './run-manifest';
import type { Prediction, QuestionTimes } from './prediction';
import type { Report, RunFacts } from './report';
import { renderReportHtml } from './report-html/page';
import { renderReportMarkdown } from './report-markdown';
import { createReport } from './score/create-report';
import type { TextFile } from './storage';

export function reportFiles(
  questions: readonly EvalQuestion[],
  predictions: ReadonlyMap<string, Prediction>,
  times: readonly QuestionTimes[],
  facts: RunFacts,
  schema: KbSchema,
): { readonly report: Report; readonly files: readonly TextFile[] } {
  const report = createReport(questions, predictions, times, facts, schema);
  const { json, markdown, html } = RUN_FILES.report;
  return {
    report,
    files: [
      { name: json, text: `${JSON.stringify(report, null, 2)}\n` },
      { name: markdown, text: renderReportMarkdown(report) },
      { name: html, text: renderReportHtml(report, { questions, predictions }) },
    ],
  };
}
