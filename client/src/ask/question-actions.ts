import * as vscode from 'vscode';
import { REPAIR_COMMAND, type RunArguments } from '../../../server/src/protocol/index';
import { askTraceHead } from '../../shared/ask/ask-trace-head';
import { answerAsMarkdown } from '../../shared/ask/answer-markdown';
import type { FromPanel } from '../../shared/messages';
import type { KbRequests } from '../kb/kb-requests';
import { pickKb } from '../kb/pick-kb';
import { LANGUAGE_ID } from '../language-client';
import { contentOf, type AnswerContent } from '../results/content';
import type { ResultsPanel } from '../results/results-panel';
import { openDraft, type QueryLocation } from '../results/query-location';
import { hidePasswordsReplacer, isSavedAnswer, type SavedAnswer } from '../results/saved-results';
import { onTraceMessage } from '../results/trace-actions';
import type { Asks } from './asks';
import { pickEntity } from './pick-entity';

/** Handles a message of the question page. `content` is the last answer, if any. */
export async function onQuestionMessage(
  asks: Asks,
  kbs: KbRequests,
  panel: ResultsPanel,
  content: AnswerContent | undefined,
  message: FromPanel,
): Promise<void> {
  const kb = content?.saved.trace.kb;
  if (message.type === 'askQuestion') {
    const { question, entities, elsewhere } = message;
    const target = elsewhere ? await selectKb(kbs, vscode.l10n.t('Select the KB to ask'), kb) : kb;
    if (elsewhere && target === undefined) return;
    await asks.ask({ question, ...(target !== undefined && { kb: target }), ...(entities && { entities }) });
  } else if (message.type === 'pickEntity') await askWithEntity(asks, kb, message);
  else if (content) await onAnswerMessage(asks, kbs, panel, content.saved, message);
}

/** Asks again with a replaced or added entity. */
async function askWithEntity(
  asks: Asks,
  kb: string | undefined,
  { question, instead, others }: FromPanel & { readonly type: 'pickEntity' },
): Promise<void> {
  const found = await pickEntity(asks, kb, {
    title: instead
      ? vscode.l10n.t('Select the entity to use instead of {0}', instead.name)
      : vscode.l10n.t('Select an entity to add to the question'),
    typed: instead?.alias ?? instead?.name ?? '',
  });
  if (!found) return;
  const chosen = { iri: found.iri, ...(instead?.mention && { mention: instead.mention }) };
  const entities = instead ? [chosen, ...others] : [...others, chosen];
  await asks.ask({ question, entities, ...(kb !== undefined && { kb }) });
}

async function onAnswerMessage(
  asks: Asks,
  kbs: KbRequests,
  panel: ResultsPanel,
  saved: SavedAnswer,
  message: FromPanel,
): Promise<void> {
  const { repair } = saved.trace;
  switch (message.type) {
    case 'openQuery':
      await openQuery(saved);
      return;
    case 'repair':
      await repairQuery(saved);
      return;
    case 'runOn':
      await runOn(asks, kbs, saved);
      return;
    case 'copyTrace':
      await copyAnswer(saved, message.as);
      return;
    case 'visit':
      await visit(asks, panel, saved, message.by);
      return;
    default:
      // A repair is handled like any other; its queries are in no file.
      if (repair)
        await onTraceMessage(
          asks.results,
          { kind: 'trace', saved: { kind: 'trace', id: saved.id, trace: repair, uri: '', range: NOWHERE } },
          message,
        );
  }
}

const NOWHERE = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Copies an answer as Markdown, or the whole trace as JSON. */
export async function copyAnswer({ trace }: SavedAnswer, as: 'json' | 'markdown'): Promise<void> {
  await vscode.env.clipboard.writeText(
    as === 'json' ? JSON.stringify(trace, hidePasswordsReplacer, 2) : answerAsMarkdown(askTraceHead(trace)),
  );
  vscode.window.setStatusBarMessage(
    vscode.l10n.t('Copied the answer as {0}.', as === 'json' ? 'JSON' : 'Markdown'),
    MESSAGE_MS,
  );
}

const MESSAGE_MS = 4000;

/** Opens the query beside the answer, or shows the editor that already has it. */
export async function openQuery({ document }: SavedAnswer): Promise<QueryLocation | undefined> {
  if (document === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No query was found for this question.'));
    return undefined;
  }
  const known = vscode.workspace.textDocuments.find(
    (open) => open.languageId === LANGUAGE_ID && !open.isClosed && open.getText() === document,
  );
  const place = known
    ? { document: known, range: new vscode.Range(0, 0, known.lineCount, 0) }
    : await openDraft(document);
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === place.document);
  await vscode.window.showTextDocument(place.document, shown?.viewColumn ?? vscode.ViewColumn.One);
  return place;
}

async function repairQuery(saved: SavedAnswer): Promise<void> {
  const place = await openQuery(saved);
  if (!place) return;
  const { document, range } = place;
  const args: RunArguments = [document.uri.toString(), range];
  await vscode.commands.executeCommand(REPAIR_COMMAND, ...args);
}

/** Runs the query once on another KB, without changing the settings. */
async function runOn({ results }: Asks, kbs: KbRequests, saved: SavedAnswer): Promise<void> {
  const kb = await selectKb(kbs, vscode.l10n.t('Select the KB to run this query on'), saved.trace.kb);
  const place = kb === undefined ? undefined : await openQuery(saved);
  if (place && kb !== undefined) await results.runner?.({ ...place, kb });
}

async function visit({ results }: Asks, panel: ResultsPanel, { id }: SavedAnswer, by: -1 | 1): Promise<void> {
  const { runs } = results.questions;
  const at = runs.findIndex((one) => one.id === id);
  // The newest question is first.
  const next = at < 0 ? undefined : runs[at - by];
  const saved = next && (await results.questions.read(next.id));
  if (saved && isSavedAnswer(saved)) panel.show(contentOf(saved, runs));
}

async function selectKb(kbs: KbRequests, title: string, chosen = ''): Promise<string | undefined> {
  return pickKb(await kbs.list(), { title, chosen });
}
