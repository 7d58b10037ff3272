/** Asks the sample KB a question without a model. */
import type { AskTrace } from '../../server/src/core/ask/ask-events';
import type { AskPorts } from '../../server/src/core/ask/ask-ports';
import { askWithoutModel, portsWithoutModel } from '../../tools/ask/ask-without-model';
import { sampleKb, type StoreKb } from '../../tools/store-kb';
import { freebase, PROJECT } from '../support/check';

let sample: { readonly kb: StoreKb; readonly ports: AskPorts } | undefined;

function openSample(): NonNullable<typeof sample> {
  if (!sample) {
    const kb = sampleKb(PROJECT);
    sample = { kb, ports: portsWithoutModel(kb, freebase()) };
  }
  return sample;
}

/** `asked` holds the queries that were sent. */
export const sampleOf = (): StoreKb => openSample().kb;

export const samplePorts = (): AskPorts => openSample().ports;

export const askSample = (question: string): Promise<AskTrace> => askWithoutModel(question, samplePorts());

export const namesIn = ({ result }: AskTrace): readonly string[] =>
  result.answers.map(({ name }) => name).sort();
