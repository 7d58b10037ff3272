import { plural } from '../../shared/l10n';
import * as vscode from 'vscode';
import { ASK_COMMAND } from '../../../server/src/protocol/index';
import { isSavedAnswer, type SavedAnswer, type HistoryEntry } from '../results/saved-results';
import type { RunRequests } from '../run/run-requests';
import type { LastQuery } from '../schema/last-query';
import { askQuestionOfQuery } from './ask-question-of-query';
import { copyAnswer, openQuery } from './question-actions';
import type { Asks } from './asks';
import { chooseStrategy } from './choose-strategy';
import { writeQuestion } from './question-box';

/** The commands for questions, by their IDs in the manifest. */
export function registerAskCommands(
  asks: Asks,
  runs: RunRequests,
  lastQuery: LastQuery,
): readonly vscode.Disposable[] {
  const commands: Readonly<Record<string, (target?: unknown) => unknown>> = {
    [ASK_COMMAND]: (target) => askQuestion(asks, target),
    'funfusic.askQuestionOfQuery': (target) => askQuestionOfQuery(asks, runs, lastQuery, target),
    'funfusic.stopAsking': () => asks.stop(),
    'funfusic.chooseStrategy': chooseStrategy,
    'funfusic.openQuestion': (target) => withQuestion(asks, target, ({ id }) => asks.results.open(id)),
    'funfusic.askAgain': (target) => withQuestion(asks, target, ({ id }) => askAgain(asks, id)),
    'funfusic.refineQuestion': (target) =>
      withQuestion(asks, target, ({ title }) => askQuestion(asks, undefined, title)),
    'funfusic.openQueryOfQuestion': (target) => withSavedAnswer(asks, target, openQuery),
    'funfusic.copyQuestion': (target) =>
      withQuestion(asks, target, ({ title }) => vscode.env.clipboard.writeText(title)),
    'funfusic.copyAnswer': (target) =>
      withSavedAnswer(asks, target, (saved) => copyAnswer(saved, 'markdown')),
    'funfusic.deleteQuestion': (target) =>
      withQuestion(asks, target, ({ id }) => deleteQuestions(asks, [id])),
    'funfusic.clearQuestions': () => clearQuestions(asks),
  };
  return Object.entries(commands).map(([name, command]) => vscode.commands.registerCommand(name, command));
}

/** Asks the given question, or lets the user write one. */
async function askQuestion(asks: Asks, target?: unknown, value?: string): Promise<SavedAnswer | undefined> {
  const question =
    typeof target === 'string'
      ? target
      : await writeQuestion(asks.results.questions.runs, {
          title: vscode.l10n.t('Ask KB a Question'),
          ...(value !== undefined && { value }),
        });
  return question === undefined ? undefined : asks.ask({ question });
}

/** Asks a question again, with the entities that the user had chosen. */
export async function askAgain(asks: Asks, id: string): Promise<SavedAnswer | undefined> {
  const saved = await asks.results.questions.read(id);
  const entry = asks.results.questions.runs.find((one) => one.id === id);
  if (saved && isSavedAnswer(saved)) {
    const { question, kb, linking } = saved.trace;
    const given = linking.entities.filter(({ match }) => match === 'given');
    const entities = given.map(({ iri, mention }) => ({ iri, ...(mention && { mention }) }));
    return asks.ask({ question, kb, ...(entities.length > 0 && { entities }) });
  }
  return entry ? asks.ask({ question: entry.title, kb: entry.kb }) : undefined;
}

export function deleteQuestions({ results }: Asks, ids: readonly string[]): void {
  results.questions.remove(ids);
}

async function clearQuestions(asks: Asks): Promise<void> {
  const { runs } = asks.results.questions;
  if (runs.length === 0) return;
  const all = vscode.l10n.t('Delete All');
  const choice = await vscode.window.showWarningMessage(
    plural(
      runs.length,
      'Delete the question in this workspace?',
      'Delete all {0} questions in this workspace?',
    ),
    {
      modal: true,
      detail: vscode.l10n.t(
        'The questions and their answers are deleted from disk. Queries in your files are not changed.',
      ),
    },
    all,
  );
  if (choice === all)
    deleteQuestions(
      asks,
      runs.map(({ id }) => id),
    );
}

/** Uses the question of the view entry, or the last one for the command palette. */
function withQuestion(
  { results }: Asks,
  target: unknown,
  action: (question: HistoryEntry) => unknown,
): unknown {
  const id = idIn(target);
  const { runs } = results.questions;
  const question = id === undefined ? runs[0] : runs.find((one) => one.id === id);
  if (question) return action(question);
  void vscode.window.showInformationMessage(
    id === undefined ? vscode.l10n.t('No question has been asked yet.') : noLongerSaved(),
  );
  return undefined;
}

const noLongerSaved = (): string => vscode.l10n.t('The question is no longer saved. Ask it again.');

function withSavedAnswer(asks: Asks, target: unknown, action: (saved: SavedAnswer) => unknown): unknown {
  return withQuestion(asks, target, async ({ id }) => {
    const saved = await asks.results.questions.read(id);
    if (saved && isSavedAnswer(saved)) return action(saved);
    void vscode.window.showInformationMessage(noLongerSaved());
    return undefined;
  });
}

function idIn(target: unknown): string | undefined {
  if (typeof target !== 'object' || target === null) return undefined;
  const { question } = target as { readonly question?: unknown };
  return typeof question === 'string' ? question : undefined;
}
