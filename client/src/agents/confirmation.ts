/** What the user is asked before an agent's tool sends anything to somewhere else. */
import { escaped } from '../../shared/markdown';
import type { ToolName, ToolTarget } from '../../../server/src/protocol/index';

export interface Confirmation {
  readonly title: string;
  /** Markdown. */
  readonly message: string;
}

/** Nothing where all of it stays on this computer. */
export function confirmationOf(name: ToolName, { kb, remote, model }: ToolTarget): Confirmation | undefined {
  if (name === 'check') return undefined;
  const asksModel = name === 'ask' && model !== undefined && !model.local;
  if (remote === undefined && !asksModel) return undefined;
  const places = [
    remote === undefined ? undefined : `the KB **${escaped(kb)}** at ${escaped(remote)}`,
    asksModel ? `the model **${escaped(model.name)}** at ${escaped(model.where)}` : undefined,
  ].filter((place) => place !== undefined);
  return { title: TITLES[name], message: `${SENT[name]} is sent to ${places.join(' and ')}.` };
}

const TITLES: Readonly<Record<Exclude<ToolName, 'check'>, string>> = {
  run: 'Run a query',
  ask: 'Ask the KB a question',
  describe: 'Look something up in the KB',
};

const SENT: Readonly<Record<Exclude<ToolName, 'check'>, string>> = {
  run: 'The query',
  ask: 'The question, with what it is taken to mean,',
  describe: 'What is looked up',
};
