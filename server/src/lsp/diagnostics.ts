/** Checks open documents and publishes what is found; each version once, stale versions not at all. */
import type { Connection, Diagnostic } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { DiagnosticSeverity } from 'vscode-languageserver';
import { unknownEndpoint } from '../core/edit/endpoint';
import { listKnowledgeBases } from '../core/kb/kb-list';
import type { KbSchema } from '../core/schema/schema';
import { checkForms, formFixes } from '../core/logical-form/check-forms';
import type { QueryModel } from '../core/language/sparql/model';
import { checkDocument, type CheckedDocument, type CheckOptions } from '../core/check/check';
import { workingFixes } from '../core/check/working-fixes';
import { fixAll } from '../core/check/fix-all';
import type { Finding } from '../core/check/verifier';
import type { LoadedSchema } from '../compose/index';
import { PROPOSAL_SCHEME } from '../protocol/index';
import type { Settings } from '../settings/settings';
import { today } from '../compose/today';
import type { OpenDocument } from './feature';
import { isFormsDocument, type OpenForms } from './forms';
import type { BackgroundKnowledge } from './background-knowledge';
import type { KbEntities } from './entities';
import type { Judgements } from './judgements';
import type { LastRuns } from './last-runs';
import { SOURCE, toDiagnostic, toRange } from './to-lsp';

export interface Situation {
  readonly settings: Settings;
  readonly loaded: LoadedSchema;
}

/** More than this in one file helps nobody, and an editor chokes on it. */
const MOST_DIAGNOSTICS = 1000;

export class Diagnostics {
  private readonly checked = new Map<
    string,
    {
      readonly document: TextDocument;
      readonly version: number;
      readonly situation: Situation;
      readonly result: CheckedDocument;
    }
  >();
  private readonly waiting = new Map<string, NodeJS.Immediate>();

  constructor(
    private readonly connection: Connection,
    private readonly open: (uri: string) => TextDocument | undefined,
    private readonly situationOf: (uri: string) => Promise<Situation>,
    private readonly lastRuns: LastRuns,
    private readonly judgements: Judgements,
    private readonly knowledge: BackgroundKnowledge,
    private readonly entitiesOf: (query: QueryModel, situation: Situation) => KbEntities | undefined,
    private readonly onPublished: (schema: KbSchema) => void,
  ) {}

  /**
   * Soon, when the messages that are already here have been read: of several edits in a row only the last is checked.
   * Messages are read one a turn of the event loop, so the document is at rest when it is the same a turn later.
   */
  schedule(uri: string): void {
    const waiting = this.waiting.get(uri);
    if (waiting) clearImmediate(waiting);
    const atRest = (version: number | undefined): void => {
      const now = this.open(uri)?.version;
      if (now !== version) {
        this.waiting.set(uri, setImmediate(atRest, now));
        return;
      }
      this.waiting.delete(uri);
      void this.publish(uri);
    };
    this.waiting.set(
      uri,
      setImmediate(() => {
        this.waiting.set(uri, setImmediate(atRest, this.open(uri)?.version));
      }),
    );
  }

  /** More is known than the text says: the same text is checked anew. */
  again(uri: string): void {
    this.checked.delete(uri);
    this.schedule(uri);
  }

  close(uri: string): void {
    const waiting = this.waiting.get(uri);
    if (waiting) clearImmediate(waiting);
    this.waiting.delete(uri);
    this.checked.delete(uri);
    this.lastRuns.forget(uri);
    this.judgements.forget(uri);
    this.knowledge.begin(uri);
    void this.connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  /** The document with all that is known of it without a KB, checked at most once for each version and situation. */
  async look(document: TextDocument): Promise<Omit<OpenDocument, 'namesIn' | 'entitiesOf' | 'judgementOf'>> {
    const situation = await this.situationOf(document.uri);
    const { settings, loaded } = situation;
    const checked = (): CheckedDocument => this.check(document, situation);
    return {
      document,
      settings,
      schema: loaded.schema,
      checked,
      onDefect: this.onDefect,
      // Tried out here, when someone asks, and not at every keystroke.
      fixesOf: (finding) => workingFixes(checked(), finding, this.optionsFor(situation)),
      safelyFixed: () => fixAll(checked(), this.optionsFor(situation)),
    };
  }

  /** The same for a document of logical forms; checked anew each time, as these are short. */
  async lookAtForms(document: TextDocument): Promise<OpenForms> {
    const situation = await this.situationOf(document.uri);
    const text = document.getText();
    return {
      document,
      schema: situation.loaded.schema,
      checked: () => checkForms(text, this.optionsFor(situation, document.uri), { now: today() }),
      fixesOf: (finding) => formFixes(text, finding, this.optionsFor(situation)),
    };
  }

  private checkForms(document: TextDocument, situation: Situation): readonly Finding[] {
    this.knowledge.begin(document.uri);
    const { findings } = checkForms(document.getText(), this.optionsFor(situation, document.uri));
    this.knowledge.rest(document.uri);
    return findings;
  }

  private check(document: TextDocument, situation: Situation): CheckedDocument {
    const { uri, version } = document;
    const known = this.checked.get(uri);
    if (known?.document === document && known.version === version && known.situation === situation)
      return known.result;
    this.knowledge.begin(uri);
    const checked = checkDocument(document.getText(), this.optionsFor(situation, uri));
    this.knowledge.rest(uri);
    const result = this.withLastRuns(uri, checked, situation);
    // A document that was closed and opened anew may have the same version and another text.
    if (this.open(uri) === document) this.checked.set(uri, { document, version, situation, result });
    return result;
  }

  private withLastRuns(uri: string, checked: CheckedDocument, { settings }: Situation): CheckedDocument {
    const { severities } = settings;
    const said = [
      ...this.lastRuns.findingsIn(uri, checked.queries, severities),
      ...this.judgements.findingsIn(uri, checked.queries, severities, this.onDefect),
    ];
    if (!said.length) return checked;
    const findings = [...checked.findings, ...said].sort(
      (left, right) => left.range.start - right.range.start,
    );
    return { ...checked, findings };
  }

  /** With a document, what the KB is not yet known to say is asked for later. */
  private optionsFor(situation: Situation, uri?: string): CheckOptions {
    const { settings, loaded } = situation;
    return {
      kb: (query) => {
        const entities = this.entitiesOf(query, situation);
        return entities && this.knowledge.of(entities, uri);
      },
      dialect: settings.dialect,
      schema: loaded.schema,
      severities: settings.severities,
      onDefect: this.onDefect,
    };
  }

  private readonly onDefect = (code: string, error: unknown): void => {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.connection.console.error(`The verifier "${code}" failed: ${reason}`);
  };

  private async publish(uri: string): Promise<void> {
    const document = this.open(uri);
    if (!document) return;
    const { version } = document;
    if (isProposal(uri)) {
      await this.connection.sendDiagnostics({ uri, version, diagnostics: [] });
      return;
    }
    const situation = await this.situationOf(uri);
    const { schema, settings, checked } = await this.look(document);
    if (this.open(uri) !== document || document.version !== version) return;
    const { findings, queries } = isFormsDocument(document)
      ? { findings: this.checkForms(document, situation), queries: [] }
      : checked();
    const diagnostics = findings.slice(0, MOST_DIAGNOSTICS).map((finding) => toDiagnostic(document, finding));
    diagnostics.push(...unknownKbs(document, queries, settings));
    if (!schema) diagnostics.unshift(noSchema());
    await this.connection.sendDiagnostics({ uri, version, diagnostics });
    if (schema) this.onPublished(schema);
  }
}

/** What is proposed is no file of the user's, and stands beside the query that it would replace: its findings would be there twice. */
function isProposal(uri: string): boolean {
  return uri.startsWith(`${PROPOSAL_SCHEME}:`);
}

/** Without a schema nothing found does not mean that nothing is wrong. */
function noSchema(): Diagnostic {
  return {
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
    severity: DiagnosticSeverity.Information,
    source: SOURCE,
    code: 'no_schema',
    message: 'No KB schema is loaded: only the syntax is checked, not the relations, classes and types.',
  };
}

/** Weak: whoever gets the file may have a KB of that name. */
function unknownKbs(
  document: TextDocument,
  queries: readonly QueryModel[],
  { knowledgeBases }: Settings,
): readonly Diagnostic[] {
  const kbs = listKnowledgeBases(knowledgeBases);
  return queries.slice(0, MOST_DIAGNOSTICS).flatMap((query) => {
    const unknown = unknownEndpoint(query, kbs);
    if (!unknown) return [];
    const { range, message } = unknown;
    const severity = DiagnosticSeverity.Information;
    return [{ range: toRange(document, range), severity, source: SOURCE, code: 'unknown_kb', message }];
  });
}
