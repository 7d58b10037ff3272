import * as vscode from 'vscode';
import { PROPOSAL_SCHEME, type RepairTrace, type Run } from '../../../server/src/protocol/index';
import { withLineEndings } from './hunks';
import { locateQuery, shiftOffset, type TextChange } from './locate-query';
import type { RepairedQuery } from './proposals';

/**
 * The proposed text of a document. If the document changes, the proposal follows as long as it finds the query, original or partly
 * accepted. Otherwise nothing can be written.
 */
export class RepairProposal {
  readonly source: vscode.Uri;
  readonly uri: vscode.Uri;
  readonly before: string;
  readonly after: string;
  readonly trace: RepairTrace;
  /** The location of the query when it was repaired. */
  readonly place: Pick<Run, 'uri' | 'range'>;
  /** The document with the proposal. */
  text: string;
  /** The last known start of the query. */
  start: number;
  /** The current text of the query; undefined if it is no longer in the document. */
  current: string | undefined;
  /** Known texts of the query, latest first, with accepted or reverted parts. */
  private stages: readonly string[];
  /** The text before the query. */
  private head: string;

  /** `number` differs for proposals for several queries of one document. */
  constructor({ document, text, range, before, after, trace }: RepairedQuery, number = 0) {
    this.source = document.uri;
    this.uri = proposalUri(document.uri, number);
    this.before = before;
    this.after = withLineEndings(after, document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n');
    this.trace = trace;
    this.place = { uri: document.uri.toString(), range };
    this.stages = [before, this.after];
    this.start = document.offsetAt(new vscode.Position(range.start.line, range.start.character));
    const place = locateQuery(text, before, this.start);
    this.head = place === undefined ? '' : text.slice(0, place);
    this.text =
      place === undefined ? this.after : `${this.head}${this.after}${text.slice(place + before.length)}`;
    this.relocate(document.getText());
  }

  /** The line where the query begins. */
  get firstLine(): number {
    return this.head.split('\n').length - 1;
  }

  /** Whether both are for the same part of a document. */
  overlaps(other: RepairProposal): boolean {
    return this.start < other.end && other.start < this.end;
  }

  private get end(): number {
    return this.start + (this.current ?? this.before).length;
  }

  /** Updates the proposal after a change of the document. */
  changed(text: string, changes: readonly TextChange[]): void {
    this.start = shiftOffset(this.start, changes);
    this.relocate(text);
  }

  /** Finds the query and updates the proposed text. */
  relocate(text: string): void {
    const found = this.stages
      .map((stage) => ({ stage, place: locateQuery(text, stage, this.start) }))
      .find(({ place }) => place !== undefined);
    this.current = found?.stage;
    if (found?.place === undefined) return;
    this.start = found.place;
    this.head = text.slice(0, found.place);
    this.text = `${this.head}${this.after}${text.slice(found.place + found.stage.length)}`;
  }

  /** Registers the text that the query is about to get. */
  expect(next: string): void {
    this.stages = [next, ...this.stages.filter((stage) => stage !== next)];
  }

  /** The smallest edit from the query to another text; undefined if the query is no longer in the document. */
  editTo(next: string): TextChange | undefined {
    const { current, start } = this;
    if (current === undefined) return undefined;
    const limit = Math.min(current.length, next.length);
    let same = 0;
    while (same < limit && current[same] === next[same]) same += 1;
    let tail = 0;
    while (tail < limit - same && current.at(-1 - tail) === next.at(-1 - tail)) tail += 1;
    return {
      offset: start + same,
      length: current.length - same - tail,
      text: next.slice(same, next.length - tail),
    };
  }
}

/** The URI of a proposal has the path of the document, with a SPARQL extension. */
function proposalUri(source: vscode.Uri, number: number): vscode.Uri {
  const path = source.path.startsWith('/') ? source.path : `/${source.path}`;
  return vscode.Uri.from({
    scheme: PROPOSAL_SCHEME,
    path: /\.(?:rq|sparql)$/.test(path) ? path : `${path}.rq`,
    query: number === 0 ? source.toString() : `${source.toString()} ${number}`,
  });
}
