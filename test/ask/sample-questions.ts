/** Questions over the sample KB with known answers: answerable ones, unanswerable ones, and ones with a low confidence. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { PROJECT } from '../support/check';

const FILE = z.object({
  answered: z.record(z.string(), z.array(z.string())),
  refused: z.array(z.string()),
  unsure: z.array(z.string()),
});

export const SAMPLE_QUESTIONS = z.parse(
  FILE,
  JSON.parse(readFileSync(join(PROJECT, 'test', 'ask', 'sample-questions.json'), 'utf8')),
);
