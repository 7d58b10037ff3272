/** Checks open documents once for each version, settings and schema. */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { LoadedSchema } from '../compose/schemas';
import { today } from '../compose/today';
import { checkDocument, type CheckedDocument, type CheckOptions } from '../core/check/check';
import { CleanParts } from '../core/check/clean-parts';
import { fixAll } from '../core/check/fix-all';
import type { Finding } from '../core/check/verifier';
import { SAMPLE_KB } from '../core/kb/kb-config';
import { fixQuery } from '../core/query/fix-query';
import type { CompareWithQuestion } from '../core/query/kb-check-evidence';
import type { KbSchema } from '../core/schema/schema';
import { toAskOptions } from '../settings/work-options';
import type { KbEntities } from './entities';
import { workingFixes } from '../core/check/working-fixes';
import { checkForms, workingFormFixes } from '../core/logical-form/check-forms';
import type { Settings } from '../settings/settings';
import type { OpenDocument } from './feature';
import type { OpenForms } from './logical-forms';
import type { Workspace } from './workspace';

/** The time limit of each query to the KB that the user did not start. */
const BACKGROUND_TIMEOUT_MS = 4000;
/** The queries of a longer document are not compared with their questions: each comparison takes about 0.2 seconds. */
const MAX_COMPARED_CHARACTERS = 20_000;

/** What a document is checked against. The object keeps its identity as long as nothing in it changes. */
export interface DocumentContext {
  readonly settings: Settings;
  readonly loaded: LoadedSchema;
}

export class CheckedDocuments {
  private readonly checked = new Map<
    string,
    {
      readonly document: TextDocument;
      readonly version: number;
      readonly context: DocumentContext;
      readonly result: CheckedDocument;
    }
  >();

  /** By document. */
  private readonly cleanParts = new Map<string, CleanParts>();

  constructor(private readonly workspace: Workspace) {}

  forget(uri: string): void {
    this.checked.delete(uri);
    this.cleanParts.delete(uri);
  }

  /** An open document, without the fields that need a KB. */
  open(
    document: TextDocument,
    context: DocumentContext,
  ): Omit<OpenDocument, 'namesIn' | 'entitiesOf' | 'judgementOf'> {
    const checked = (): CheckedDocument => this.check(document, context);
    return {
      document,
      settings: context.settings,
      schema: context.loaded.schema,
      checked,
      onDefect: this.workspace.onDefect,
      // Fixes are tested on request, not at every keystroke.
      fixesOf: (finding) => workingFixes(checked(), finding, this.optionsFor(context)),
      safelyFixed: () => fixAll(checked(), this.optionsFor(context)),
      fixQuery: (text, index, hasAnswer) => fixQuery(text, index, this.optionsFor(context), hasAnswer),
    };
  }

  /** Documents with logical forms are short, so their checks are not cached. */
  openForms(document: TextDocument, context: DocumentContext): OpenForms {
    const text = document.getText();
    return {
      document,
      schema: context.loaded.schema,
      checked: () => checkForms(text, this.optionsFor(context, document.uri), { now: today() }),
      fixesOf: (finding) => workingFormFixes(text, finding, this.optionsFor(context)),
    };
  }

  checkForms(document: TextDocument, context: DocumentContext): readonly Finding[] {
    const { uri } = document;
    const { knowledge } = this.workspace;
    knowledge.cancel(uri);
    const { findings } = checkForms(document.getText(), this.optionsFor(context, uri));
    knowledge.requestMissing(uri);
    return findings;
  }

  private check(document: TextDocument, context: DocumentContext): CheckedDocument {
    const { uri, version } = document;
    const known = this.checked.get(uri);
    if (known?.document === document && known.version === version && known.context === context)
      return known.result;
    const { knowledge, documents } = this.workspace;
    knowledge.cancel(uri);
    const cleanParts = this.cleanParts.get(uri) ?? new CleanParts();
    const checked = checkDocument(document.getText(), { ...this.optionsFor(context, uri), cleanParts });
    knowledge.requestMissing(uri);
    const result = this.withEarlierFindings(uri, checked, context);
    // A document that was closed and opened again may have the same version and another text.
    if (documents.get(uri) === document) {
      this.checked.set(uri, { document, version, context, result });
      this.cleanParts.set(uri, cleanParts);
    }
    return result;
  }

  /** Adds the findings of the last run and of the last comparison with the question. */
  private withEarlierFindings(
    uri: string,
    checked: CheckedDocument,
    { settings: { severities } }: DocumentContext,
  ): CheckedDocument {
    const { lastRuns, judgements, onDefect } = this.workspace;
    const earlier = [
      ...lastRuns.findingsIn(uri, checked.queries, severities),
      ...judgements.findingsIn(uri, checked.queries, severities, onDefect),
    ];
    if (!earlier.length) return checked;
    const findings = [...checked.findings, ...earlier].sort(
      (left, right) => left.range.start - right.range.start,
    );
    return { ...checked, findings };
  }

  /** Compares queries with their questions. Only with an embedded KB: it takes about thirty queries, too many for an endpoint. */
  private comparisonFor(
    kb: KbEntities,
    settings: Settings,
    schema: KbSchema | undefined,
  ): CompareWithQuestion | undefined {
    const { name } = kb.kb;
    const config = settings.knowledgeBases[name];
    if (!schema || !(config ? 'file' in config : name === SAMPLE_KB)) return undefined;
    const compare = questionComparison(kb, schema, settings, this.workspace, BACKGROUND_TIMEOUT_MS);
    return (query, question, signal) =>
      query.text.length > MAX_COMPARED_CHARACTERS
        ? Promise.resolve(undefined)
        : compare(query, question, signal);
  }

  /** If a URI is given, facts of the KB that are not cached are requested in the background. */
  private optionsFor({ settings, loaded }: DocumentContext, uri?: string): CheckOptions {
    const { entities, knowledge, onDefect } = this.workspace;
    return {
      kb: (query) => {
        const kb = entities.inBackground(query, settings, loaded.schema);
        return kb && knowledge.of(kb, uri, this.comparisonFor(kb, settings, loaded.schema));
      },
      dialect: settings.dialect,
      schema: loaded.schema,
      severities: settings.severities,
      onDefect,
    };
  }
}

/** Compares a query with the likeliest query for its question. A query to the KB may take up to `timeoutMs`. */
export function questionComparison(
  kb: KbEntities,
  schema: KbSchema,
  settings: Settings,
  { entities, onDefect }: Workspace,
  timeoutMs = Infinity,
): CompareWithQuestion {
  return async (query, question, signal) => {
    const options = toAskOptions(settings);
    const limits = { ...options.limits, timeoutMs: Math.min(timeoutMs, options.limits.timeoutMs) };
    try {
      const { compareByRanking } = await import('../core/ask/rank-for-question');
      const ports = await entities.rankingPortsOf(kb, settings, schema);
      return await compareByRanking(query, question, ports, { ...options, limits }, signal);
    } catch (error) {
      signal.throwIfAborted();
      onDefect('nl_semantic', error);
      return undefined;
    }
  };
}
