/** `funfusic explain`: queries in plain English, and whether these are their questions. */
import { loadSchema, openPrompts } from '../compose/index';
import { namesOf } from '../core/edit/names';
import type { KnowledgeBase } from '../core/kb/knowledge-base';
import type { KbSchema } from '../core/schema/schema';
import { NO_MODEL } from '../core/model/model-config';
import { addUsage, NO_USAGE } from '../core/model/usage';
import type { Usage } from '../core/model/language-model';
import { backTranslate } from '../core/describe/back-translate';
import { judge } from '../core/describe/judge';
import type { Agreement, Reading } from '../core/describe/description';
import { endpointOf } from '../core/language/sparql/endpoint';
import type { EntityDirectory } from '../core/query/entity-directory';
import { questionOf } from '../core/language/sparql/header';
import type { QueryModel } from '../core/language/sparql/model';
import { parseDocument, parseQuery } from '../core/language/sparql/parse';
import { onOneLine } from '../core/language/text/controls';
import { LineIndex } from '../core/language/text/line-index';
import { readsLines, UsageError, type Command, type ParsedArguments } from './arguments';
import { printError, runUntilStopped, showStep } from './terminal';
import { readFiles } from './files';
import { eachLine } from './json-lines';
import { kbOptions, QUERY_FILES, knowledgeBases, type NamedKbs } from './knowledge-base';
import { chooseModel, confirmUses, MODEL_KEYS_HELP, modelOptions, type ChosenModel } from './model';

export const explainCommand: Command = {
  name: 'explain',
  summary: 'describe queries in plain English',
  synopsis: ['[OPTIONS] FILES…', '--jsonl [OPTIONS] < QUERIES.jsonl'],
  positionals: { 'FILES…': QUERY_FILES },
  options: {
    ...kbOptions(
      'It is asked for entity names. A query with "# endpoint: KB" uses that KB unless this option is given',
    ),
    ...modelOptions('none'),
    jsonl: {
      help: 'read lines {"id", "question"?, "query"} from standard input and print for each, in order, {"id", "reading", "agreement"?, "leftOut", "usage", "trouble"?}, or {"id", "error"} if it cannot be read',
    },
  },
  notes: [
    'Without a model, templates describe the query, and only its structure is compared with its question ("# question: …"). What the description leaves out is listed.',
    MODEL_KEYS_HELP,
    'Exit status: 0 all queries were described, 1 some ask something else than their question, 2 some cannot be read, or the command could not run, 130 stopped by Ctrl-C.',
  ],
  run: explain,
};

interface Explanation {
  readonly reading: Reading;
  readonly agreement?: Agreement;
  readonly usage: Usage;
  readonly trouble?: string;
}
type Explainer = (
  text: string,
  question: string | undefined,
) => Promise<Explanation | { readonly problem: string }>;

async function explain(given: ParsedArguments): Promise<number> {
  const { options, positionals } = given;
  const jsonl = readsLines(given);
  const kbs = knowledgeBases(options);
  const name = options.get('kb') ?? kbs.settings.knowledgeBase;
  // The model of the settings is used only if it is named.
  const withoutModel = { ...kbs, settings: { ...kbs.settings, model: NO_MODEL } };
  confirmUses(withoutModel, name, options);
  const chosen = kbs.open(name);
  if ('problem' in chosen) throw new UsageError(chosen.problem);
  const model = chooseModel(options, withoutModel);
  return runUntilStopped(
    (signal) => {
      const explainer = explainerOf(kbs, options.get('kb'), model, signal);
      return jsonl ? explainLines(explainer, signal) : explainFiles(positionals, kbs, explainer);
    },
    async () => {
      await model?.close();
      await kbs.close();
    },
  );
}

function explainerOf(
  kbs: NamedKbs,
  kb: string | undefined,
  model: ChosenModel | undefined,
  signal: AbortSignal,
): Explainer {
  const { settings, folder } = kbs;
  const names = new Names(kbs, signal);
  const prompts = model && openPrompts(settings.promptsFolder, folder);
  for (const problem of prompts?.problems ?? []) printError(problem);
  return async (text, given) => {
    const query = parseQuery(text, settings.dialect);
    const [problem] = query.problems;
    if (!query.parses)
      return {
        problem: `The query cannot be read${problem ? `: ${problem.message}` : ''}. Run "funfusic check" for details.`,
      };
    const name = kb ?? endpointOf(query)?.name ?? settings.knowledgeBase;
    const { schema } = loadSchema(settings.knowledgeBases[name]?.schema ?? settings.schemaFile, folder);
    if (!schema) return { problem: 'There is no schema. Fix funfusic.schema.file.' };
    const nameOf = await names.of(name, query, schema);
    const asked = model?.forQuery();
    const ports = { schema, nameOf, model: asked?.model, prompts };
    const told = await backTranslate(query, ports, ignore, signal);
    const question = given ?? questionOf(query)?.text;
    const judging = told.trouble === undefined ? ports : { schema, nameOf };
    const judged =
      question === undefined
        ? undefined
        : await judge(question, told.reading, query, judging, ignore, signal);
    const trouble = told.trouble ?? judged?.trouble;
    return {
      reading: told.reading,
      ...(judged && { agreement: judged.agreement }),
      // The usage of the budget includes the price.
      usage: asked?.usage() ?? addUsage(told.usage, judged?.usage ?? NO_USAGE),
      ...(trouble !== undefined && { trouble }),
    };
  };
}

/** Entity names from KBs. A KB that is unreachable is reported once, and ids replace names. */
class Names {
  private readonly directories = new Map<KnowledgeBase, EntityDirectory>();
  private readonly silent = new Set<string>();

  constructor(
    private readonly kbs: NamedKbs,
    private readonly signal: AbortSignal,
  ) {}

  async of(name: string, query: QueryModel, schema: KbSchema): Promise<(iri: string) => string | undefined> {
    const kb = this.silent.has(name) ? { problem: '' } : this.kbs.open(name);
    if ('problem' in kb) return this.without(name, kb.problem);
    const directory = this.directories.get(kb) ?? this.kbs.directoryOf(kb);
    this.directories.set(kb, directory);
    const iris = [...namesOf(query)]
      .filter(({ iri, declares }) => !declares && isEntity(schema, iri))
      .map(({ iri }) => iri);
    if (iris.length) {
      await kb.prepare?.(showStep, this.signal);
      await directory.lookUp(iris, this.signal);
      if (directory.problem !== undefined) this.without(name, directory.problem);
    }
    return (iri) => directory.known(iri)?.name;
  }

  private without(name: string, problem: string): () => undefined {
    if (!this.silent.has(name)) printError(`${problem} Ids are used instead of names.`);
    this.silent.add(name);
    return () => undefined;
  }
}

function isEntity(schema: KbSchema, iri: string): boolean {
  const id = schema.idOf(iri);
  return id !== undefined && !schema.hasRelation(id) && !schema.hasType(id);
}

async function explainLines(explainer: Explainer, signal: AbortSignal): Promise<number> {
  let status = 0;
  await eachLine(async (line) => {
    const { id } = line;
    const told = 'problem' in line ? line : await explainer(line.query, line.question);
    status = Math.max(status, statusOf(told));
    if ('problem' in told) return { id, error: told.problem };
    const { reading, agreement, usage, trouble } = told;
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
  for (const problem of unreadable) printError(problem);
  let status = unreadable.length ? 2 : 0;
  for (const { name, text } of files) {
    const lines = new LineIndex(text);
    for (const query of parseDocument(text, settings.dialect)) {
      const [first] = query.tokens;
      if (!first) continue;
      const told = await explainer(text.slice(query.range.start, query.range.end), undefined);
      status = Math.max(status, statusOf(told));
      const where = `${name}:${lines.lineOf(first.start) + 1}`;
      if ('problem' in told) printError(`${where}: ${told.problem}`);
      else {
        process.stdout.write(`${where}: ${linesOf(told).map(onOneLine).join('\n')}\n`);
        if (told.trouble !== undefined) printError(`${where}: ${told.trouble}`);
      }
    }
  }
  return status;
}

function statusOf(told: Explanation | { readonly problem: string }): number {
  if ('problem' in told) return 2;
  return told.agreement?.verdict === 'different' ? 1 : 0;
}

function linesOf({ reading, agreement }: Explanation): readonly string[] {
  const { question, by, leftOut } = reading;
  // A description by templates lists it already.
  const missing = by === 'templates' || !leftOut.length ? '' : ` (Left out: ${leftOut.join('; ')}.)`;
  const verdict =
    agreement?.verdict === 'different'
      ? `  asks something else than its question (${agreement.by}): ${agreement.explanation}`
      : agreement?.verdict === 'same'
        ? `  asks what its question asks (${agreement.by}): ${agreement.explanation}`
        : undefined;
  return [question + missing, ...(verdict === undefined ? [] : [verdict])];
}

const ignore = (): void => undefined;
