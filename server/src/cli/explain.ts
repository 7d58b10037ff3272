/** `funfusic explain`: describes queries in plain English and compares them with their questions. */
import { openPrompts } from '../compose/index';
import { entitiesIn } from '../core/edit/names';
import type { KbSchema } from '../core/schema/schema';
import { NO_MODEL } from '../core/model/model-config';
import { addUsage, NO_USAGE } from '../core/model/usage';
import { describeAndJudge } from '../core/describe/judge';
import type { Agreement } from '../core/describe/description';
import { endpointOf } from '../core/language/sparql/endpoint';
import { questionOf } from '../core/language/sparql/header';
import type { QueryModel } from '../core/language/sparql/model';
import { parseDocument, parseQuery } from '../core/language/sparql/parse';
import { onOneLine } from '../core/language/text/control-characters';
import { LineIndex } from '../core/language/text/line-index';
import { unwrap, isLineInput, type Command, type ParsedArguments } from './arguments';
import { closeAll, printError, runUntilStopped, showStep } from './terminal';
import { readFiles } from './files';
import { mapQueryLines } from './json-lines';
import {
  KB_SCHEMA_OPTION,
  kbOptions,
  QUERY_FILES,
  openKnowledgeBases,
  type NamedKbs,
} from './knowledge-base';
import { PROMPT_OPTIONS } from './model-options';
import { chooseModel, confirmUses, MODEL_KEYS_HELP, modelOptions, type ChosenModel } from './model';
import type { BackTranslation } from '../core/describe/back-translate';

export const explainCommand: Command = {
  name: 'explain',
  summary: 'describe queries in plain English',
  synopsis: ['[OPTIONS] FILES…', '--jsonl [OPTIONS] < QUERIES.jsonl'],
  positionals: { 'FILES…': QUERY_FILES },
  options: {
    ...kbOptions(
      'Entity names are looked up in it. A query with "# endpoint: KB" uses that KB unless this option is given',
    ),
    schema: KB_SCHEMA_OPTION,
    ...modelOptions('none'),
    prompts: PROMPT_OPTIONS.prompts,
    jsonl: {
      help: 'read lines {"id", "question"?, "query"} from standard input and print for each, in order, {"id", "reading", "agreement"?, "leftOut", "usage", "trouble"?}, or {"id", "error"} if it cannot be read',
    },
  },
  notes: [
    'Without a model, templates describe the query, and only its structure is compared with its question ("# question: …"). What the description leaves out is listed.',
    MODEL_KEYS_HELP,
    'Exit status: 0 all queries were described, 1 some do not match their question, 2 some cannot be read, or the command could not run, 130 stopped by Ctrl+C.',
  ],
  run: explain,
};

interface Explanation extends BackTranslation {
  readonly agreement?: Agreement;
}
type Explainer = (
  text: string,
  question: string | undefined,
) => Promise<Explanation | { readonly problem: string }>;

async function explain(parsed: ParsedArguments): Promise<number> {
  const { options, positionals } = parsed;
  const jsonl = isLineInput(parsed);
  const kbs = openKnowledgeBases(options);
  const name = options.get('kb') ?? kbs.settings.knowledgeBase;
  // The model of the settings is used only if it is named.
  const withoutModel = { ...kbs, settings: { ...kbs.settings, model: NO_MODEL } };
  confirmUses(withoutModel, name, options);
  unwrap(kbs.open(name));
  const model = chooseModel(options, withoutModel);
  return runUntilStopped(
    (signal) => {
      const explainer = createExplainer(kbs, options.get('kb'), model, signal);
      return jsonl ? explainLines(explainer, signal) : explainFiles(positionals, kbs, explainer);
    },
    () => closeAll(model, kbs),
  );
}

function createExplainer(
  kbs: NamedKbs,
  kb: string | undefined,
  model: ChosenModel | undefined,
  signal: AbortSignal,
): Explainer {
  const { settings, folder } = kbs;
  const names = new EntityNames(kbs, signal);
  const prompts = model && openPrompts(settings.promptsFolder, folder);
  for (const problem of prompts?.problems ?? []) printError(problem);
  return async (text, givenQuestion) => {
    const query = parseQuery(text, settings.dialect);
    const [problem] = query.problems;
    if (!query.parses)
      return {
        problem: `The query cannot be read${problem ? `: ${problem.message}` : ''}. Run "funfusic check" for details.`,
      };
    const name = kb ?? endpointOf(query)?.name ?? settings.knowledgeBase;
    const { schema } = kbs.schemaOf(name);
    if (!schema) return { problem: 'There is no schema. Fix funfusic.schema.file.' };
    const nameOf = await names.lookUp(name, query, schema);
    const queryModel = model?.forQuery();
    const ports = { schema, nameOf, model: queryModel?.model, prompts };
    const question = givenQuestion ?? questionOf(query)?.text;
    const { described, judged } = await describeAndJudge(query, question, ports, signal);
    const trouble = described.trouble ?? judged?.trouble;
    return {
      reading: described.reading,
      ...(judged && { agreement: judged.agreement }),
      // The usage of the budget includes the price.
      usage: queryModel?.usage() ?? addUsage(described.usage, judged?.usage ?? NO_USAGE),
      ...(trouble !== undefined && { trouble }),
    };
  };
}

/** Looks up entity names in KBs. An unreachable KB is reported once, and IDs replace names. */
class EntityNames {
  private readonly unavailable = new Set<string>();

  constructor(
    private readonly kbs: NamedKbs,
    private readonly signal: AbortSignal,
  ) {}

  async lookUp(
    name: string,
    query: QueryModel,
    schema: KbSchema,
  ): Promise<(iri: string) => string | undefined> {
    const kb = this.unavailable.has(name) ? { problem: '' } : this.kbs.open(name);
    if ('problem' in kb) return this.reportUnavailable(name, kb.problem);
    const directory = this.kbs.directoryOf(kb);
    const iris = entitiesIn(query, schema);
    if (iris.length) {
      await kb.prepare?.(showStep, this.signal);
      await directory.lookUp(iris, this.signal);
      if (directory.problem !== undefined) this.reportUnavailable(name, directory.problem);
    }
    return (iri) => directory.known(iri)?.name;
  }

  private reportUnavailable(name: string, problem: string): () => undefined {
    if (!this.unavailable.has(name)) printError(`${problem} IDs are used instead of names.`);
    this.unavailable.add(name);
    return () => undefined;
  }
}

async function explainLines(explainer: Explainer, signal: AbortSignal): Promise<number> {
  let status = 0;
  await mapQueryLines(async (line) => {
    const { id } = line;
    const explanation = 'problem' in line ? line : await explainer(line.query, line.question);
    status = Math.max(status, exitStatusOf(explanation));
    if ('problem' in explanation) return { id, error: explanation.problem };
    const { reading, agreement, usage, trouble } = explanation;
    return {
      id,
      reading: reading.question,
      ...(agreement && { agreement }),
      leftOut: reading.leftOut,
      by: reading.by,
      usage,
      ...(trouble !== undefined && { trouble }),
    };
  }, signal);
  return status;
}

async function explainFiles(
  paths: readonly string[],
  { settings }: NamedKbs,
  explainer: Explainer,
): Promise<number> {
  const { files, unreadable } = readFiles(paths);
  let status = unreadable.length ? 2 : 0;
  for (const { name, text } of files) {
    const lines = new LineIndex(text);
    const queries = parseDocument(text, settings.dialect).filter(({ tokens }) => tokens.length > 0);
    if (queries.length === 0) printError(`There is no query in ${name}.`);
    for (const query of queries) {
      const explanation = await explainer(text.slice(query.range.start, query.range.end), undefined);
      status = Math.max(status, exitStatusOf(explanation));
      const where = `${name}:${lines.lineOf(query.tokens[0]?.start ?? query.range.start) + 1}`;
      if ('problem' in explanation) printError(`${where}: ${explanation.problem}`);
      else {
        process.stdout.write(`${where}: ${formatExplanation(explanation).map(onOneLine).join('\n')}\n`);
        if (explanation.trouble !== undefined) printError(`${where}: ${explanation.trouble}`);
      }
    }
  }
  return status;
}

function exitStatusOf(explanation: Explanation | { readonly problem: string }): number {
  if ('problem' in explanation) return 2;
  return explanation.agreement?.verdict === 'different' ? 1 : 0;
}

function formatExplanation({ reading, agreement }: Explanation): readonly string[] {
  const { question, by, leftOut } = reading;
  // A description by templates already lists what it leaves out.
  const missing = by === 'templates' || !leftOut.length ? '' : ` (Left out: ${leftOut.join('; ')}.)`;
  const verdict =
    agreement?.verdict === 'different'
      ? `  does not match its question (${agreement.by}): ${agreement.explanation}`
      : agreement?.verdict === 'same'
        ? `  matches its question (${agreement.by}): ${agreement.explanation}`
        : undefined;
  return [question + missing, ...(verdict === undefined ? [] : [verdict])];
}
