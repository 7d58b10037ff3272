import * as vscode from 'vscode';
import { LANGUAGE_ID } from '../language-client';
import { commandItem, type MenuItem, separator } from '../menu';
import { parseSampleList, questionOf } from './sample-list';
import { bundledSamples, readText } from './samples';
import { openUntitled } from '../untitled';

/** The query of the walkthrough, with a mistake to fix. */
const FIRST_QUERY = `# question: Where was Barack Obama born?
# One name below is misspelled. Fix it with the quick fix, then run the query.
PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?place WHERE {
  ns:m.02mjmr ns:people.person.place_of_brith ?place .
}
`;
const MISTAKE = 'place_of_brith';

/** Opens the query of the walkthrough with the cursor on the mistake, or lets the user pick a sample. */
export async function openSample(extension: vscode.Uri, target?: unknown): Promise<void> {
  if (target === 'first') return openFirstQuery();
  const picked = await vscode.window.showQuickPick(await sampleItems(bundledSamples(extension)), {
    title: vscode.l10n.t('Open a sample query'),
    placeHolder: vscode.l10n.t('What a query shows, a question, or a file name'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  await picked?.run?.();
}

async function sampleItems(folder: vscode.Uri): Promise<readonly MenuItem[]> {
  const samples = parseSampleList(await readText(vscode.Uri.joinPath(folder, 'README.md')));
  const texts = await Promise.all(samples.map(({ file }) => readText(vscode.Uri.joinPath(folder, file))));
  const start: readonly MenuItem[] = [
    separator(vscode.l10n.t('Start here')),
    {
      label: vscode.l10n.t('One misspelled name to fix'),
      detail: questionOf(FIRST_QUERY) ?? '',
      run: openFirstQuery,
    },
    {
      ...commandItem(vscode.l10n.t('Tour of the samples'), 'funfusic.openTour'),
      detail: vscode.l10n.t('Opens all samples as files, with a page that describes them'),
    },
  ];
  const listed = samples.flatMap(({ group, file, shows }, at): readonly MenuItem[] => {
    const content = texts[at] ?? '';
    const question = questionOf(content);
    const item = {
      label: shows,
      description: file,
      ...(question !== undefined && { detail: question }),
      run: () => openCopy(file, content),
    };
    return samples[at - 1]?.group === group ? [item] : [separator(group), item];
  });
  return [...start, ...listed];
}

/** Opens a copy without a file, so that the user may change it. */
async function openCopy(file: string, content: string): Promise<void> {
  const language = file.endsWith('.sexpr') ? 'funfusic-sexpr' : LANGUAGE_ID;
  await vscode.window.showTextDocument(await openUntitled(content, language));
}

async function openFirstQuery(): Promise<void> {
  const document = await openUntitled(FIRST_QUERY, LANGUAGE_ID);
  const caret = document.positionAt(document.getText().indexOf(MISTAKE));
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(caret, caret) });
}
