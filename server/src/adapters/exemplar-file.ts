/** Exemplars from a user's file, followed by the bundled ones. Loaded on first use. */
import { readFileSync } from 'node:fs';
import { readExemplarFile, type ExemplarFile } from '../core/model/prompts/exemplar-file';
import { createExemplars } from '../core/question/exemplars';
import type { ExemplarStore } from '../core/model/prompts/prompt-library';
import { describeReadError, fileSize } from './file-errors';

const MAX_BYTES = 256 * 1024 * 1024;

export function openExemplarFile(
  bundled: string,
  own: string | undefined,
): ExemplarStore & { readonly problems: readonly string[] } {
  let cached: ExemplarFile | undefined;
  const ownFile = (): ExemplarFile =>
    (cached ??= own === undefined ? { exemplars: [], problems: [] } : readOwn(own));
  const all = createExemplars(() => [
    ...ownFile().exemplars,
    ...readExemplarFile(readFileSync(bundled, 'utf8')).exemplars,
  ]);
  return {
    nearest: (question, most, options) => all.nearest(question, most, options),
    get problems() {
      return ownFile().problems;
    },
  };
}

function readOwn(path: string): ExemplarFile {
  const noExemplars = (problem: string): ExemplarFile => ({ exemplars: [], problems: [problem] });
  try {
    const size = fileSize(path);
    if (size > MAX_BYTES)
      return noExemplars(`The exemplars in ${path} are not used: it is larger than 256 MB.`);
    const { exemplars, problems } = readExemplarFile(readFileSync(path, 'utf8'));
    return {
      exemplars,
      problems: problems.length ? [`Not all of ${path} can be used. ${problems.join(' ')}`] : [],
    };
  } catch (error) {
    return noExemplars(`The exemplars in ${path} cannot be read: ${describeReadError(error)}.`);
  }
}
