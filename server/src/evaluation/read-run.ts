/** Parses the files of a run. Never throws; returns problems instead. */
import * as z from 'zod/mini';
import { evalQuestion, type EvalQuestion } from './eval-question';
import { RUN_FILES, runManifest, type RunManifest } from './run-manifest';
import {
  prediction,
  questionTimes,
  type Prediction,
  type Predictions,
  type QuestionTimes,
} from './prediction';
import { report, REPORT_FORMAT, type Report } from './report';
import { parseJson } from '../core/language/text/json';

export interface RunTexts {
  readonly manifest: string;
  readonly questions: string;
  /** Questions with gold answers from the KB, in an unfinished run. */
  readonly gold: string;
  readonly predictions: SavedPredictions;
  /** May be empty. */
  readonly times: string;
}

export interface SavedPredictions {
  /** The last line of a question counts. */
  readonly byId: Predictions;
  /** A sentence for each line that was skipped. */
  readonly problems: readonly string[];
}

export interface ParsedRun {
  readonly manifest: RunManifest;
  readonly questions: readonly EvalQuestion[];
  readonly predictions: Predictions;
  readonly times: readonly QuestionTimes[];
  /** A sentence for each line that was skipped. */
  readonly problems: readonly string[];
}

export function readRun(texts: RunTexts): ParsedRun | { readonly problem: string } {
  const manifest = readManifest(texts.manifest);
  if ('problem' in manifest) return manifest;
  const questions = readQuestions(texts.questions);
  const gold = readQuestions(texts.gold, RUN_FILES.gold);
  const times = parseLines(texts.times, questionTimes, RUN_FILES.times);
  const answered = new Map(gold.values.map((one) => [one.id, one]));
  const problems = [
    ...questions.problems,
    ...gold.problems,
    ...texts.predictions.problems,
    ...times.problems,
  ];
  if (!questions.values.length)
    return {
      problem: `${RUN_FILES.questions} has no usable question. ${problems[0] ?? 'It is empty.'}`,
    };
  return {
    manifest,
    questions: questions.values.map((one) => answered.get(one.id) ?? one),
    predictions: texts.predictions.byId,
    times: [...new Map(times.values.map((one) => [one.id, one])).values()],
    problems,
  };
}

export function readManifest(text: string): RunManifest | { readonly problem: string } {
  const manifest = parseValue(text, runManifest);
  return 'problem' in manifest
    ? { problem: `${RUN_FILES.manifest} is not the manifest of a run: ${manifest.problem}.` }
    : manifest.value;
}

interface ParsedLines<Value> {
  readonly values: readonly Value[];
  readonly problems: readonly string[];
}

export function readQuestions(text: string, file: string = RUN_FILES.questions): ParsedLines<EvalQuestion> {
  return parseLines(text, evalQuestion, file);
}

export function readPredictions(text: string): ParsedLines<Prediction> {
  return parseLines(text, prediction, RUN_FILES.predictions);
}

/** Parses a line of `predictions.jsonl`. */
export function parsePrediction(line: string): Prediction | { readonly problem: string } {
  const parsed = parseValue(line, prediction);
  return 'problem' in parsed ? parsed : parsed.value;
}

/** Parses `report.json`. */
export function readReport(text: string): Report | { readonly problem: string } {
  const parsed = parseValue(text, report);
  if (!('problem' in parsed)) return parsed.value;
  return {
    problem: text.includes(REPORT_FORMAT)
      ? `it is a report of another version: ${parsed.problem}. Write it again with funfusic report`
      : `it is not a report: ${parsed.problem}`,
  };
}

/** Does not report an invalid last line, which a crash may have cut off. */
function parseLines<Shape extends z.ZodMiniType>(
  text: string,
  shape: Shape,
  file: string,
): ParsedLines<z.infer<Shape>> {
  const values: z.infer<Shape>[] = [];
  const problems: string[] = [];
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (!line.trim()) continue;
    const parsed = parseValue(line, shape);
    if (!('problem' in parsed)) values.push(parsed.value);
    else if (index < lines.length - 1) problems.push(describeSkippedLine(index + 1, file, parsed.problem));
  }
  return { values, problems };
}

export function describeSkippedLine(line: number, file: string, problem: string): string {
  return `Line ${line} of ${file} was skipped: ${problem}.`;
}

function parseValue<Shape extends z.ZodMiniType>(
  text: string,
  shape: Shape,
): { readonly value: z.infer<Shape> } | { readonly problem: string } {
  const value = parseJson(text);
  if (value === undefined) return { problem: 'it is not valid JSON' };
  const parsed = z.safeParse(shape, value);
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  const where = issue?.path.map(String).join('.') ?? '';
  return { problem: where ? `${where} is invalid` : 'it has another format' };
}
