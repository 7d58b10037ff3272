/** Asks the sample KB a question without a model. */
import type { AskTrace } from '../../server/src/core/ask/ask-events';
import { askWithoutModel } from '../../tools/ask/ask-without-model';
import { sampleKb, type StoreKb } from '../../tools/store-kb';
import { freebase, PROJECT } from '../support/check';

let sample: { readonly kb: StoreKb; readonly ask: (question: string) => Promise<AskTrace> } | undefined;

/** Loaded once. */
function openSample(): NonNullable<typeof sample> {
  if (!sample) {
    const kb = sampleKb(PROJECT);
    sample = { kb, ask: askWithoutModel(kb, freebase()) };
  }
  return sample;
}

/** `asked` holds the queries that were sent. */
export const sampleOf = (): StoreKb => openSample().kb;

export function askSample(question: string): Promise<AskTrace> {
  return openSample().ask(question);
}

export const namesIn = ({ result }: AskTrace): readonly string[] =>
  result.answers.map(({ name }) => name).sort();
