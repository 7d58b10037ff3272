/** `funfusic schema`: a schema derived from the facts of a KB. */
import { basename } from 'node:path';
import { whyNotWritten, writeNamedFile } from '../compose/index';
import { DERIVE_LIMITS, deriveSchema } from '../core/schema/derive-schema';
import type { ProgressStep } from '../core/kb/knowledge-base';
import { withoutCredentials } from '../core/language/text/passwords';
import { positiveOf, UsageError, type Command, type ParsedArguments } from './arguments';
import { printError, runUntilStopped } from './terminal';
import { kbOptions, knowledgeBases } from './knowledge-base';

export const schemaCommand: Command = {
  name: 'schema',
  summary: 'derive the schema of a KB from its facts',
  synopsis: ['[OPTIONS]'],
  about:
    'Derives a schema from the facts of a KB: types, relations with domain and range, literals, mediators, reverse relations. It claims nothing that the facts contradict. Name the file in funfusic.schema.file, or with "funfusic check --schema".',
  options: {
    ...kbOptions(),
    out: { value: 'FILE', help: 'write the schema to FILE (default: standard output)' },
    partial: {
      help: 'the KB is part of a larger one: unknown names are reported as information, not as errors',
    },
    timeout: { value: 'SECONDS', help: 'for each query to the KB, 60 by default' },
    most: {
      value: 'COUNT',
      help: 'read up to this many types and relations, the most used first; 10000 by default',
    },
    quiet: { help: 'do not show progress' },
  },
  notes: ['Exit status: 0 the schema was written, 2 the command could not run, or the KB is unreachable.'],
  run: schema,
};

async function schema({ options, positionals }: ParsedArguments): Promise<number> {
  if (positionals.length)
    throw new UsageError(`Unexpected "${positionals[0] ?? ''}". Name the KB with --kb.`);
  const seconds = positiveOf(options, 'timeout');
  const most = positiveOf(options, 'most');
  const kbs = knowledgeBases(options);
  const progress = options.has('quiet') ? undefined : new Progress();
  return runUntilStopped(
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
        (step) => progress?.onProgress(step),
        signal,
      );
      progress?.end();
      if ('problem' in derived) throw new UsageError(derived.problem);
      const text = `${JSON.stringify(derived.schema, null, 1)}\n`;
      const file = options.get('out');
      if (file === undefined) process.stdout.write(text);
      else writeSchema(file, text);
      for (const note of derived.notes) printError(note);
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

  onProgress({ message, share }: ProgressStep): void {
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
