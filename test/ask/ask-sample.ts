/** Asks the sample KB a question without a model. */
import { askParts } from '../../server/src/compose/index';
import { ask } from '../../server/src/core/ask/ask';
import type { AskTrace } from '../../server/src/core/ask/ask-events';
import { EntityDirectory } from '../../server/src/core/query/entity-directory';
import { defaultSettings } from '../../server/src/settings/settings';
import { toAskOptions } from '../../server/src/settings/work-options';
import { sampleKb, type StoreKb } from '../../tools/store-kb';
import { freebase, PROJECT } from '../support/check';

let sample: StoreKb | undefined;

/** `asked` holds the queries that were sent. */
export const sampleOf = (): StoreKb => (sample ??= sampleKb(PROJECT));

export async function askSample(question: string): Promise<AskTrace> {
  const kb = sampleOf();
  const schema = freebase();
  const directory = new EntityDirectory(kb, { schema, language: 'en' });
  const ports = {
    schema,
    kb: { kb, directory },
    ...askParts(kb, { schema, directory, config: undefined, language: 'en' }),
    now: () => 0,
    date: () => '2026-01-01T00:00:00Z',
    onDefect: (_: string, error: unknown) => {
      throw error;
    },
  };
  const asking = ask({ question }, ports, toAskOptions(defaultSettings), new AbortController().signal);
  for (;;) {
    const next = await asking.next();
    if (next.done) return next.value;
  }
}

export const namesIn = ({ result }: AskTrace): readonly string[] =>
  result.answers.map(({ name }) => name).sort();
