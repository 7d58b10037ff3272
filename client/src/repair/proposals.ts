import * as vscode from 'vscode';
import { PROPOSAL_SCHEME, type RepairTrace, type Run } from '../../../server/src/protocol/index';
import { rejectionReason, type Acceptance } from './acceptance';
import { hunkAt, diffHunks, applyHunk, type Hunk } from './hunks';
import { RepairProposal } from './proposal';
import { proposalLenses } from './proposal-lenses';
import { writeChange } from './write-change';

/** A repaired query with its proposed replacement. */
export interface RepairedQuery {
  readonly document: vscode.TextDocument;
  /** The document's text when the repair began. */
  readonly text: string;
  readonly range: Run['range'];
  readonly before: string;
  readonly after: string;
  readonly trace: RepairTrace;
}

/** The open proposals. Each is shown as a diff; a query has one at most. Closing the tab discards it. */
export class Proposals implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly open = new Map<string, RepairProposal>();
  private readonly changeEmitter = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changeEmitter.event;
  private readonly subscriptions: readonly vscode.Disposable[];

  constructor() {
    this.subscriptions = [
      vscode.workspace.registerTextDocumentContentProvider(PROPOSAL_SCHEME, this),
      vscode.languages.registerCodeLensProvider({ scheme: PROPOSAL_SCHEME }, proposalLenses(this)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length === 0) return;
        const changes = contentChanges.map(({ rangeOffset, rangeLength, text }) => ({
          offset: rangeOffset,
          length: rangeLength,
          text,
        }));
        for (const proposal of this.allOf(document.uri)) {
          proposal.changed(document.getText(), changes);
          this.changeEmitter.fire(proposal.uri);
        }
      }),
      // Closing the diff discards the proposal.
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        if (closed.length > 0) this.forgetClosed();
      }),
    ];
    // Proposals do not survive a reload of the window.
    void vscode.window.tabGroups.close(tabsOf((uri) => uri.scheme === PROPOSAL_SCHEME));
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.changeEmitter.dispose();
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.open.get(uri.toString())?.text ?? '';
  }

  /** Shows a proposal as a diff. It replaces an earlier one for the same query. */
  async show(repaired: RepairedQuery): Promise<RepairProposal> {
    const others = this.allOf(repaired.document.uri);
    let number = 0;
    let proposal = new RepairProposal(repaired);
    while (others.some((other) => isSameUri(other.uri, proposal.uri) && !other.overlaps(proposal)))
      proposal = new RepairProposal(repaired, ++number);
    this.open.set(proposal.uri.toString(), proposal);
    this.changeEmitter.fire(proposal.uri);
    const line = this.firstChangedLine(proposal);
    await vscode.commands.executeCommand(
      'vscode.diff',
      proposal.source,
      proposal.uri,
      number === 0
        ? vscode.l10n.t('Repair: {0}', nameOf(repaired.document))
        : vscode.l10n.t('Repair: {0}, line {1}', nameOf(repaired.document), proposal.firstLine + 1),
      {
        preview: false,
        selection: new vscode.Range(line, 0, line, 0),
        // Someone who edits another file meanwhile keeps the focus there.
        ...(isEditingElsewhere(proposal) && { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }),
      },
    );
    return proposal;
  }

  /** The proposal with a URI or for a document. The default is the active editor. */
  at(target?: unknown): RepairProposal | undefined {
    if (target instanceof vscode.Uri) return this.of(target);
    // The left side of a diff may have several proposals.
    const shown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    const uri = vscode.window.activeTextEditor?.document.uri;
    return (shown instanceof vscode.TabInputTextDiff && this.of(shown.modified)) || (uri && this.of(uri));
  }

  get last(): RepairProposal | undefined {
    return [...this.open.values()].at(-1);
  }

  /** Accepts the whole proposal in one undoable step. */
  async acceptAll(proposal: RepairProposal): Promise<Acceptance> {
    if (!this.isOpen(proposal)) return 'gone';
    const firstChange = proposal.editTo(proposal.after)?.offset ?? proposal.start;
    const done = await this.replace(proposal, proposal.after);
    if (done !== 'accepted') return done;
    await this.close(proposal);
    await reveal(proposal, firstChange);
    return done;
  }

  /** Whether the query has changed, so that the proposal cannot be accepted. */
  isOutdated(uri: vscode.Uri): boolean {
    const proposal = this.open.get(uri.toString());
    return proposal !== undefined && proposal.current === undefined;
  }

  /** The number of changes that are not accepted yet. */
  count(proposal: RepairProposal): number {
    return hunksOf(proposal).length;
  }

  /** The lines of a proposal where changes begin that are not accepted yet. */
  changedLines(uri: vscode.Uri): readonly number[] {
    const proposal = this.open.get(uri.toString());
    return proposal ? hunksOf(proposal).map(({ after }) => proposal.firstLine + after.start) : [];
  }

  /** Accepts the change at a line of the proposal or at the cursor. The diff shows the others, and closes after the last one. */
  async acceptHunk(proposal: RepairProposal, line?: number): Promise<Acceptance> {
    if (!this.isOpen(proposal)) return 'gone';
    const { current, after } = proposal;
    if (current === undefined) return 'outdated';
    const hunks = diffHunks(current, after);
    const hunk =
      line === undefined
        ? this.hunkAtCursor(proposal, hunks)
        : hunkAt(hunks, 'after', line - proposal.firstLine);
    if (!hunk) return 'no change here';
    const next = applyHunk(current, after, hunk);
    if (diffHunks(next, after).length === 0) return this.acceptAll(proposal);
    const done = await this.replace(proposal, next);
    if (done === 'accepted') this.moveToNext(proposal);
    return done;
  }

  /** Writes the proposal without showing it as a diff. */
  async write(proposal: RepairProposal): Promise<Acceptance> {
    return this.replace(proposal, proposal.after);
  }

  async close(proposal: RepairProposal): Promise<void> {
    const tabs = tabsOf((uri) => uri.toString() === proposal.uri.toString());
    await vscode.window.tabGroups.close(tabs);
    this.open.delete(proposal.uri.toString());
  }

  isOpen(proposal: RepairProposal): boolean {
    return this.open.get(proposal.uri.toString()) === proposal;
  }

  private of(uri: vscode.Uri): RepairProposal | undefined {
    return this.open.get(uri.toString()) ?? this.allOf(uri).at(-1);
  }

  private allOf(source: vscode.Uri): readonly RepairProposal[] {
    return [...this.open.values()].filter((proposal) => isSameUri(proposal.source, source));
  }

  private async replace(proposal: RepairProposal, next: string): Promise<Acceptance> {
    const document = await vscode.workspace.openTextDocument(proposal.source);
    const before = document.getText();
    proposal.relocate(before);
    const edit = proposal.editTo(next);
    if (!edit) return 'outdated';
    proposal.expect(next);
    return (await writeChange(document, edit)) ? 'accepted' : rejectionReason(before, document.getText());
  }

  private hunkAtCursor(proposal: RepairProposal, hunks: readonly Hunk[]): Hunk | undefined {
    const editor = vscode.window.activeTextEditor;
    const shown = editor?.document.uri.toString();
    const side =
      shown === proposal.uri.toString()
        ? 'after'
        : shown === proposal.source.toString()
          ? 'before'
          : undefined;
    if (!editor || !side) return hunks.length === 1 ? hunks[0] : undefined;
    return hunkAt(hunks, side, editor.selection.active.line - proposal.firstLine);
  }

  private moveToNext(proposal: RepairProposal): void {
    const line = this.firstChangedLine(proposal);
    const key = proposal.uri.toString();
    for (const editor of vscode.window.visibleTextEditors)
      if (editor.document.uri.toString() === key) {
        editor.selection = new vscode.Selection(line, 0, line, 0);
        editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
      }
  }

  /** The line of the first change in the proposal. */
  private firstChangedLine(proposal: RepairProposal): number {
    const [first] = hunksOf(proposal);
    return proposal.firstLine + (first?.after.start ?? 0);
  }

  private forgetClosed(): void {
    for (const key of this.open.keys())
      if (tabsOf((uri) => uri.toString() === key).length === 0) this.open.delete(key);
  }
}

function isEditingElsewhere({ source }: RepairProposal): boolean {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri !== undefined && uri.scheme !== PROPOSAL_SCHEME && !isSameUri(uri, source);
}

const isSameUri = (one: vscode.Uri, other: vscode.Uri): boolean => one.toString() === other.toString();

function hunksOf({ current, before, after }: RepairProposal): readonly Hunk[] {
  return diffHunks(current ?? before, after);
}

function tabsOf(matches: (uri: vscode.Uri) => boolean): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputTextDiff && matches(input.modified));
}

/** Shows the query, with the cursor at its first change. */
async function reveal({ source, start, after }: RepairProposal, firstChange: number): Promise<void> {
  const editor = await vscode.window.showTextDocument(source, { preview: false });
  const cursor = editor.document.positionAt(firstChange);
  editor.selection = new vscode.Selection(cursor, cursor);
  const [from, to] = [start, start + after.length].map((offset) => editor.document.positionAt(offset));
  if (from && to) editor.revealRange(new vscode.Range(from, to));
}

function nameOf({ uri, isUntitled }: vscode.TextDocument): string {
  return (isUntitled ? uri.path : uri.path.slice(uri.path.lastIndexOf('/') + 1)) || vscode.l10n.t('query');
}
