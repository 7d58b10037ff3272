/** The page docs/verifiers.md: what the suite says of itself, with a sample and what is really told about it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadBundledSchema } from '../../server/src/adapters/bundled-schema';
import { infer } from '../../server/src/core/infer/inference';
import type { KbSchema } from '../../server/src/core/kb/schema';
import { parseQuery } from '../../server/src/core/sparql/parse';
import { codes, suite } from '../../server/src/core/verify/suite';
import { tell } from '../../server/src/core/verify/tell';
import type { Observation, Stage, Strength, Verifier } from '../../server/src/core/verify/verifier';

interface Sample {
  readonly name: string;
  readonly text: string;
}

interface Example {
  readonly sample: Sample;
  readonly observation: Observation;
}

/** A verifier of any stage, with what it sees in a text. */
interface Described {
  readonly verifier: Pick<Verifier<Stage>, 'code' | 'stage' | 'strength' | 'severity' | 'title' | 'about'>;
  readonly look: (text: string) => readonly Observation[];
}

export function verifiersPage(root: string): string {
  const schema = loadBundledSchema(join(root, 'server', 'data', 'freebase.schema'));
  const samples = mistakesIn(join(root, 'samples', 'mistakes'));
  const verifiers = describe(schema);
  return [
    '<!-- Written by `npm run docs` out of server/src/core/verify/suite.ts and samples/mistakes: edit those. -->',
    '# What is checked',
    'Every finding has a code, and the setting `funfusic.severity.<code>` makes it an error, a warning, information or a hint, or turns it off. *Certain* means that the query cannot work as it stands; *probable*, that it is very likely not what was meant, or unwise. A comment `# funfusic-disable-next-line <code>` silences the line below, `# funfusic-disable <code>` the whole file.',
    overview(verifiers),
    ...codes.flatMap((code) => [
      `## ${code}`,
      ...verifiers
        .filter(({ verifier }) => verifier.code === code)
        .flatMap((described) => section(described, examplesOf(described, samples))),
    ]),
  ]
    .join('\n\n')
    .concat('\n');
}

function describe(schema: KbSchema): readonly Described[] {
  return [
    ...suite.text.map((verifier) => ({
      verifier,
      look: (text: string) => [...verifier.verify({ query: parseQuery(text, 'virtuoso') })],
    })),
    ...suite.schema.map((verifier) => ({
      verifier,
      look: (text: string) => {
        const query = parseQuery(text, 'virtuoso');
        return [...verifier.verify({ query, schema, inference: infer(query, schema) })];
      },
    })),
  ];
}

function mistakesIn(folder: string): readonly Sample[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.rq'))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8').replace(/^(#.*\n)+/, '') }));
}

const STRENGTHS: Readonly<Record<Strength, string>> = { strong: 'certain', weak: 'probable' };

function overview(verifiers: readonly Described[]): string {
  const rows = verifiers.map(
    ({ verifier: { code, title, strength, severity } }) =>
      `| [\`${code}\`](#${code}) | ${title} | ${STRENGTHS[strength]} | ${severity} |`,
  );
  return ['| Code | What is found | Usually | Shown as |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function examplesOf({ look }: Described, samples: readonly Sample[]): readonly Example[] {
  return samples.flatMap((sample) => {
    const [observation] = look(sample.text);
    return observation ? [{ sample, observation }] : [];
  });
}

function section({ verifier }: Described, examples: readonly Example[]): readonly string[] {
  if (!examples.length) throw new Error(`No file in samples/mistakes shows: ${verifier.title}.`);
  return [
    `### ${verifier.title}`,
    `*${STRENGTHS[verifier.strength]}, ${verifier.severity}.* ${verifier.about}`,
    ...examples.flatMap(({ sample, observation }) => [
      `\`\`\`sparql\n${sample.text}\`\`\``,
      quote(sample.text, verifier.severity, observation),
    ]),
  ];
}

/** What the editor shows: the marked text, the message and the quick fixes. */
function quote(text: string, usual: string, observation: Observation): string {
  const { range, severity = usual, fixes = [] } = observation;
  const marked = text.slice(range.start, range.end).replace(/\s+/g, ' ');
  const lines = [
    `> **${severity}** at \`${marked}\`: ${escape(tell(observation))}`,
    ...fixes.map(({ title }) => `> - Quick fix: ${escape(title)}`),
  ];
  return lines.length > 1 ? [lines[0], '>', ...lines.slice(1)].join('\n') : lines.join('\n');
}

function escape(text: string): string {
  return text.replace(/[\\<>*_|[\]]/g, '\\$&');
}
