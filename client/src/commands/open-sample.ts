import * as vscode from 'vscode';
import { LANGUAGE_ID } from '../language-client';

/** A query with a mistake to fix. The files in samples/ are not part of the extension. */
const SAMPLE = `# question: Where was Barack Obama born?
# One name below is misspelled. Fix it with the quick fix, then run the query.
PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?place WHERE {
  ns:m.02mjmr ns:people.person.place_of_brith ?place .
}
`;
const MISTAKE = 'place_of_brith';

/** Opens the sample with the cursor on the mistake. */
export async function openSample(): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: LANGUAGE_ID, content: SAMPLE });
  const caret = document.positionAt(document.getText().indexOf(MISTAKE));
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(caret, caret) });
}
