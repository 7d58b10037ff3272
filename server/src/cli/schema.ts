/** `funfusic schema`: a schema derived from the facts of a KB. */
import { basename } from 'node:path';
import { whyNotWritten, writeNamedFile } from '../compose/index';
import { DERIVE_LIMITS, deriveSchema } from '../core/schema/derive-schema';
import type { Step } from '../core/kb/knowledge-base';
import { withoutCredentials } from '../core/language/text/passwords';
import { parseArguments, UsageError } from './arguments';
import { complain } from './complain';
import { TRUST_OPTIONS, TRUST_USAGE } from './folder-trust';
import { KB_USAGE, knowledgeBases } from './knowledge-base';
import { stoppable } from './stoppable';

export const SCHEMA_USAGE = `funfusic schema [OPTIONS]

Works out a schema from the facts of a KB: types, relations with domain and range, literals, mediators, reverse relations.
What does not hold for its facts is not claimed. Name the file in funfusic.schema.file, or with "funfusic check --schema".

${KB_USAGE}
${TRUST_USAGE}
  --out FILE           where the schema is written; standard output by default
  --partial            the KB is a part of a larger one: a name that it lacks is information, and no error
  --timeout SECONDS    for each of the questions that the KB is asked, 60 by default
  --most COUNT         look into so many types and relations only, the most used first; 10000 by default
  --quiet              do not tell how far it is

Exit status: 0 written, 2 could not run as asked, or the KB is away.
`;

const OPTIONS = {
  kb: { value: true },
  ...TRUST_OPTIONS,
  out: { value: true },
  timeout: { value: true },
  most: { value: true },
  partial: { value: false },
  quiet: { value: false },
} as const;

export async function schema(args: readonly string[]): Promise<number> {
  const { options, operands } = parseArguments(args, OPTIONS);
  if (operands.length) throw new UsageError(`Unexpected "${operands[0] ?? ''}". Name the KB with --kb.`);
  const seconds = positive(options, 'timeout');
  const most = positive(options, 'most');
  const kbs = knowledgeBases(options);
  const progress = options.has('quiet') ? undefined : new Progress();
  return stoppable(
    async (signal) => {
      const kb = kbs.open(options.get('kb') ?? kbs.settings.knowledgeBase);
      if ('problem' in kb) throw new UsageError(kb.problem);
      const derived = await deriveSchema(
        kb,
        {
          name: basename(withoutCredentials(kb.name)).replace(/\.(?:nt|ttl)(?:\.gz)?$/, ''),
          partial: options.has('partial'),
          ...(seconds === undefined ? {} : { limits: { ...DERIVE_LIMITS, timeoutMs: seconds * 1000 } }),
          ...(most === undefined ? {} : { mostTypes: most, mostRelations: most }),
        },
        (step) => progress?.tell(step),
        signal,
      );
      progress?.end();
      if ('problem' in derived) throw new UsageError(derived.problem);
      const text = `${JSON.stringify(derived.schema, null, 1)}\n`;
      const file = options.get('out');
      if (file === undefined) process.stdout.write(text);
      else writeSchema(file, text);
      for (const note of derived.notes) complain(note);
      return 0;
    },
    async () => {
      progress?.end();
      await kbs.close();
    },
  );
}

function writeSchema(file: string, text: string): void {
  try {
    writeNamedFile(file, text);
  } catch (error) {
    throw new UsageError(`--out: ${file} cannot be written: ${whyNotWritten(error)}.`);
  }
}

/** One line that changes, where somebody looks at it. */
class Progress {
  private last = '';

  tell({ message, share }: Step): void {
    const line = `${message}${share === undefined ? '' : ` ${Math.round(share * 100)} %`}`;
    if (!process.stderr.isTTY || line === this.last) return;
    process.stderr.write(`\r${line.padEnd(this.last.length)}`);
    this.last = line;
  }

  end(): void {
    if (this.last) process.stderr.write(`\r${' '.repeat(this.last.length)}\r`);
    this.last = '';
  }
}

function positive(options: ReadonlyMap<string, string>, name: string): number | undefined {
  const given = options.get(name);
  if (given === undefined) return undefined;
  const value = Number(given);
  if (!(value > 0)) throw new UsageError(`--${name} is "${given}"; it must be a number above 0.`);
  return value;
}
