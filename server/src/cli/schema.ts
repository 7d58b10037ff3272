/** `funfusic schema`: derives a schema from the facts of a KB. */
import { basename } from 'node:path';
import { describeWriteError, writeNamedFile } from '../compose/index';
import { DERIVE_LIMITS, deriveSchema } from '../core/schema/derive-schema';
import { withoutCredentials } from '../core/language/text/passwords';
import { unwrap, positiveOption, UsageError, type Command, type ParsedArguments } from './arguments';
import { showProgress, showStep, printError, runUntilStopped } from './terminal';
import { kbOptions, openKnowledgeBases } from './knowledge-base';
import { optionNames } from './option-names';

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
    limit: {
      value: 'COUNT',
      help: 'read up to this many types and relations, the most used first; 10,000 by default',
    },
    quiet: { help: 'do not show progress' },
  },
  notes: ['Exit status: 0 the schema was written, 2 the command could not run, or the KB is unreachable.'],
  run: schema,
};

async function schema({ options, positionals }: ParsedArguments): Promise<number> {
  if (positionals.length)
    throw new UsageError(`Unexpected "${positionals[0] ?? ''}". Name the KB with --kb.`);
  const seconds = positiveOption(options, 'timeout');
  const limit = positiveOption(options, 'limit');
  const kbs = openKnowledgeBases(options);
  const onStep = options.has('quiet') ? () => undefined : showStep;
  return runUntilStopped(
    async (signal) => {
      const kb = unwrap(kbs.open(options.get('kb') ?? kbs.settings.knowledgeBase));
      const derived = await deriveSchema(
        kb,
        {
          name: basename(withoutCredentials(kb.name)).replace(/\.(?:nt|ttl)(?:\.gz)?$/, ''),
          partial: options.has('partial'),
          ...(seconds === undefined ? {} : { limits: { ...DERIVE_LIMITS, timeoutMs: seconds * 1000 } }),
          ...(limit === undefined ? {} : { maxTypes: limit, maxRelations: limit }),
        },
        onStep,
        signal,
      );
      showProgress('');
      if ('problem' in derived) throw new UsageError(optionNames(schemaCommand)(derived.problem));
      const text = `${JSON.stringify(derived.schema, null, 1)}\n`;
      const file = options.get('out');
      if (file === undefined) process.stdout.write(text);
      else writeSchema(file, text);
      for (const note of derived.notes) printError(note);
      return 0;
    },
    async () => {
      showProgress('');
      await kbs.close();
    },
  );
}

function writeSchema(file: string, text: string): void {
  try {
    writeNamedFile(file, text);
  } catch (error) {
    throw new UsageError(`--out: ${file} cannot be written: ${describeWriteError(error)}.`);
  }
}
