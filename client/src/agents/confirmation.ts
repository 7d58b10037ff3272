/** The confirmation before a tool of an agent sends data to another computer. */
import { t } from '../../shared/l10n';
import { escapeMarkdown } from '../../shared/markdown';
import type { ToolName, ToolTarget } from '../../../server/src/protocol/index';

export interface Confirmation {
  readonly title: string;
  /** Markdown. */
  readonly message: string;
}

/** Returns undefined if all data stays on this computer. */
export function confirmationOf(name: ToolName, { kb, remote, model }: ToolTarget): Confirmation | undefined {
  if (name === 'check') return undefined;
  const asksModel = name === 'ask' && model !== undefined && !model.local;
  if (remote === undefined && !asksModel) return undefined;
  const recipients = [
    remote === undefined ? undefined : t('the KB **{0}** at {1}', escapeMarkdown(kb), escapeMarkdown(remote)),
    asksModel
      ? t('the model **{0}** at {1}', escapeMarkdown(model.name), escapeMarkdown(model.where))
      : undefined,
  ].filter((recipient) => recipient !== undefined);
  return { title: titles()[name], message: messageFor(name, recipients.join(', ')) };
}

const titles = (): Readonly<Record<Exclude<ToolName, 'check'>, string>> => ({
  run: t('Run a query'),
  ask: t('Ask the KB a question'),
  describe: t('Look up something in the KB'),
});

function messageFor(name: Exclude<ToolName, 'check'>, recipients: string): string {
  switch (name) {
    case 'run':
      return t('The query is sent to {0}.', recipients);
    case 'ask':
      return t('The question and its interpretation are sent to {0}.', recipients);
    case 'describe':
      return t('The search text is sent to {0}.', recipients);
  }
}
