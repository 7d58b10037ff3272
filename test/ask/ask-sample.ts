/** Asks the sample KB a question without a model. */
import { askParts } from '../../server/src/compose/index';
import { ask } from '../../server/src/core/ask/ask';
import type { AskPorts } from '../../server/src/core/ask/ask-ports';
import type { AskTrace } from '../../server/src/core/ask/ask-events';
import { EntityDirectory } from '../../server/src/core/query/entity-directory';
import { defaultSettings } from '../../server/src/settings/settings';
import { toAskOptions } from '../../server/src/settings/work-options';
import { sampleKb, type StoreKb } from '../../tools/store-kb';
import { freebase, PROJECT } from '../support/check';

let sample: { readonly kb: StoreKb; readonly directory: EntityDirectory } | undefined;

/** The table of names belongs to the directory, so all questions share it. */
function openSample(): NonNullable<typeof sample> {
  if (!sample) {
    const kb = sampleKb(PROJECT);
    sample = { kb, directory: new EntityDirectory(kb, { schema: freebase(), language: 'en' }) };
  }
  return sample;
}

/** `asked` holds the queries that were sent. */
export const sampleOf = (): StoreKb => openSample().kb;

export function samplePorts(): AskPorts {
  const { kb, directory } = openSample();
  const schema = freebase();
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

export async function askSample(question: string): Promise<AskTrace> {
  const asking = ask(
    { question },
    samplePorts(),
    toAskOptions(defaultSettings),
    new AbortController().signal,
  );
  for (;;) {
    const next = await asking.next();
    if (next.done) return next.value;
  }
}

export const namesIn = ({ result }: AskTrace): readonly string[] =>
  result.answers.map(({ name }) => name).sort();
