import * as vscode from 'vscode';
import { PROPOSAL_SCHEME, type RepairTrace, type Run } from '../../../server/src/protocol/index';
import { withEnds } from './hunks';
import { locateQuery, shifted, type TextChange } from './locate-query';
import type { Repaired } from './proposals';

/**
 * What is proposed for one document. The document may change meanwhile: as long as the query stands in it as it was, or as parts of the
 * proposal have made it, the proposal follows; otherwise it stays as it is, and nothing of it is written.
 */
export class RepairProposal {
  readonly source: vscode.Uri;
  readonly uri: vscode.Uri;
  readonly before: string;
  readonly after: string;
  readonly trace: RepairTrace;
  /** The location of the query when it was repaired. */
  readonly place: Pick<Run, 'uri' | 'range'>;
  /** The whole document as it would be. */
  text: string;
  /** Where the query begins, when it was last seen. */
  start: number;
  /** The current text of the query; undefined if it is no longer in the document. */
  current: string | undefined;
  /** What the query may be, the latest first: with parts of the proposal taken over, or taken back again. */
  private stages: readonly string[];
  /** The text before the query. */
  private head: string;

  constructor({ document, text, range, before, after, trace }: Repaired) {
    this.source = document.uri;
    this.uri = addressFor(document.uri);
    this.before = before;
    this.after = withEnds(after, document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n');
    this.trace = trace;
    this.place = { uri: document.uri.toString(), range };
    this.stages = [before, this.after];
    this.start = document.offsetAt(new vscode.Position(range.start.line, range.start.character));
    const place = locateQuery(text, before, this.start);
    this.head = place === undefined ? '' : text.slice(0, place);
    this.text =
      place === undefined ? this.after : `${this.head}${this.after}${text.slice(place + before.length)}`;
    this.look(document.getText());
  }

  /** The line that the query begins in. */
  get firstLine(): number {
    return this.head.split('\n').length - 1;
  }

  /** The document has changed. */
  changed(text: string, changes: readonly TextChange[]): void {
    this.start = shifted(this.start, changes);
    this.look(text);
  }

  /** Finds the query, and puts the proposal into the text as it is now. */
  look(text: string): void {
    const found = this.stages
      .map((stage) => ({ stage, place: locateQuery(text, stage, this.start) }))
      .find(({ place }) => place !== undefined);
    this.current = found?.stage;
    if (found?.place === undefined) return;
    this.start = found.place;
    this.head = text.slice(0, found.place);
    this.text = `${this.head}${this.after}${text.slice(found.place + found.stage.length)}`;
  }

  /** What the query will be next. */
  expect(next: string): void {
    this.stages = [next, ...this.stages.filter((stage) => stage !== next)];
  }

  /** The smallest edit from the query to another text; undefined if the query is no longer in the document. */
  editTo(next: string): TextChange | undefined {
    const { current, start } = this;
    if (current === undefined) return undefined;
    const most = Math.min(current.length, next.length);
    let same = 0;
    while (same < most && current[same] === next[same]) same += 1;
    let tail = 0;
    while (tail < most - same && current.at(-1 - tail) === next.at(-1 - tail)) tail += 1;
    return {
      offset: start + same,
      length: current.length - same - tail,
      text: next.slice(same, next.length - tail),
    };
  }
}

/** Has the name of the document, and an ending by which it is known to be SPARQL. */
function addressFor(source: vscode.Uri): vscode.Uri {
  const path = source.path.startsWith('/') ? source.path : `/${source.path}`;
  return vscode.Uri.from({
    scheme: PROPOSAL_SCHEME,
    path: /\.(?:rq|sparql)$/.test(path) ? path : `${path}.rq`,
    query: source.toString(),
  });
}
