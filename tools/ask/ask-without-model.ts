/** Asks a KB questions without a model. All questions share the tables of the KB, such as its names. */
import { askParts } from '../../server/src/compose/index';
import { ask } from '../../server/src/core/ask/ask';
import type { AskPorts } from '../../server/src/core/ask/ask-ports';
import type { AskTrace } from '../../server/src/core/ask/ask-events';
import type { KnowledgeBase } from '../../server/src/core/kb/knowledge-base';
import { EntityDirectory } from '../../server/src/core/query/entity-directory';
import type { KbSchema } from '../../server/src/core/schema/schema';
import { defaultSettings } from '../../server/src/settings/settings';
import { toAskOptions } from '../../server/src/settings/work-options';

export function portsWithoutModel(kb: KnowledgeBase, schema: KbSchema): AskPorts {
  const directory = new EntityDirectory(kb, { schema, language: 'en' });
  return {
    schema,
    kb: { kb, directory },
    ...askParts(kb, { schema, directory, config: undefined, language: 'en' }),
    now: () => 0,
    date: () => '2026-01-01T00:00:00Z',
    onDefect: (_: string, error: unknown) => {
      throw error;
    },
  };
}

export async function askWithoutModel(question: string, ports: AskPorts): Promise<AskTrace> {
  const asking = ask({ question }, ports, toAskOptions(defaultSettings), new AbortController().signal);
  for (;;) {
    const next = await asking.next();
    if (next.done) return next.value;
  }
}
