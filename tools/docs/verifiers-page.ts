/** Generates docs/verifiers.md: the descriptions of the verifiers, with samples and their actual findings. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadBundledSchema } from '../../server/src/adapters/bundled-schema';
import { infer } from '../../server/src/core/schema/inference/inference';
import type { KnowledgeBase } from '../../server/src/core/kb/knowledge-base';
import type { KbSchema } from '../../server/src/core/schema/schema';
import { compareCues } from '../../server/src/core/describe/compare-cues';
import { questionOf } from '../../server/src/core/language/sparql/header';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { findingCodes, suite } from '../../server/src/core/check/suite';
import { summarizeFinding } from '../../server/src/core/check/finding-text';
import type { Observation, VerifierStage, Strength, Verifier } from '../../server/src/core/check/verifier';
import { findingsAfterRun } from '../check-after-run';
import { sampleKb } from '../store-kb';

interface Sample {
  readonly name: string;
  /** The code in its first line. */
  readonly code: string;
  readonly text: string;
}

interface Example {
  readonly sample: Sample;
  readonly observation: Observation;
}

/** A verifier of any stage, with a function that runs it on a text. */
interface DescribedVerifier {
  readonly verifier: Pick<
    Verifier<VerifierStage>,
    'code' | 'stage' | 'strength' | 'severity' | 'needsKb' | 'title' | 'about'
  >;
  readonly observe: (text: string) => Promise<readonly Observation[]>;
}

export async function verifiersPage(root: string): Promise<string> {
  const schema = loadBundledSchema(join(root, 'server', 'data', 'freebase.schema'));
  const samples = readMistakes(join(root, 'samples', 'mistakes'));
  const verifiers = describe(schema, sampleKb(root));
  const sections: string[] = [];
  for (const code of findingCodes) {
    sections.push(`## ${code}`);
    for (const described of verifiers.filter(({ verifier }) => verifier.code === code))
      sections.push(...section(described, await findExamples(described, samples)));
  }
  return [
    '<!-- Written by `npm run generate -- docs` out of server/src/core/check/suite.ts and samples/mistakes: edit those. -->',
    '# Checks',
    'Every finding has a code, and the setting `funfusic.severity` makes it an error, a warning, information or a hint, or turns it off. *Certain* means that the query cannot work as written; *probable*, that it is very likely a mistake, or unwise. A comment `# funfusic-disable-next-line <code>` suppresses findings in the line below, `# funfusic-disable <code>` the whole file.',
    overview(verifiers),
    ...sections,
  ]
    .join('\n\n')
    .concat('\n');
}

function describe(schema: KbSchema, kb: KnowledgeBase): readonly DescribedVerifier[] {
  return [
    ...suite.text.map((verifier) => ({
      verifier,
      observe: (text: string) =>
        Promise.resolve([...verifier.verify({ query: parseQuery(text, 'virtuoso') })]),
    })),
    ...suite.schema.map((verifier) => ({
      verifier,
      observe: (text: string) => {
        const query = parseQuery(text, 'virtuoso');
        return Promise.resolve([...verifier.verify({ query, schema, inference: infer(query, schema) })]);
      },
    })),
    ...suite.intent.map((verifier) => ({
      verifier,
      observe: (text: string) => {
        const query = parseQuery(text, 'virtuoso');
        const question = questionOf(query)?.text;
        if (question === undefined) return Promise.resolve([]);
        const agreement = compareCues(question, query, schema);
        return Promise.resolve([...verifier.verify({ query, question, agreement })]);
      },
    })),
    ...suite.answer.map((verifier) => ({
      verifier,
      observe: async (text: string) => {
        const query = parseQuery(text, 'virtuoso');
        if (query.problems.length) return [];
        const findings = await findingsAfterRun(kb, query, schema);
        return findings.filter(({ code, stage }) => code === verifier.code && stage === verifier.stage);
      },
    })),
  ];
}

function readMistakes(folder: string): readonly Sample[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.rq'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const code = /^# mistake: (\w+)/.exec(text)?.[1] ?? '';
      return { name, code, text: text.replace(/^(#.*\n)+/, '') };
    });
}

const STRENGTHS: Readonly<Record<Strength, string>> = { strong: 'certain', weak: 'probable' };

function overview(verifiers: readonly DescribedVerifier[]): string {
  const rows = verifiers.map(
    ({ verifier: { code, title, strength, severity } }) =>
      `| [\`${code}\`](#${code}) | ${title} | ${STRENGTHS[strength]} | ${severity} |`,
  );
  return ['| Code | Finding | Usually | Shown as |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

async function findExamples(
  { verifier, observe }: DescribedVerifier,
  samples: readonly Sample[],
): Promise<readonly Example[]> {
  const examples: Example[] = [];
  for (const sample of samples) {
    // Many mistakes make an answer empty. Only samples of this code are shown.
    if (verifier.stage === 'answer' && sample.code !== verifier.code) continue;
    const [observation] = await observe(sample.text);
    if (observation) examples.push({ sample, observation });
  }
  return examples;
}

/** A verifier that needs a run may have no example in the sample KB. */
function section({ verifier }: DescribedVerifier, examples: readonly Example[]): readonly string[] {
  if (!examples.length && verifier.stage !== 'answer' && verifier.needsKb !== true)
    throw new Error(`No file in samples/mistakes shows: ${verifier.title}.`);
  return [
    `### ${verifier.title}`,
    `*${STRENGTHS[verifier.strength]}, ${verifier.severity}.* ${verifier.about}`,
    ...examples.flatMap(({ sample, observation }) => [
      `\`\`\`sparql\n${sample.text}\`\`\``,
      quote(sample.text, verifier.severity, observation),
    ]),
  ];
}

/** Formats a finding as in the editor: the marked text, the message and the quick fixes. */
function quote(text: string, usual: string, observation: Observation): string {
  const { range, severity = usual, fixes = [] } = observation;
  const marked = text.slice(range.start, range.end).replace(/\s+/g, ' ');
  const lines = [
    `> **${severity}** at \`${marked}\`: ${escape(summarizeFinding(observation))}`,
    ...fixes.map(({ title }) => `> - Quick fix: ${escape(title)}`),
  ];
  return lines.length > 1 ? [lines[0], '>', ...lines.slice(1)].join('\n') : lines.join('\n');
}

function escape(text: string): string {
  return text.replace(/[\\<>*_|[\]]/g, '\\$&');
}
