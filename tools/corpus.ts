/**
 * npm run corpus -- [--schema FILE] [--list] [--missed KIND] [--fixes] [--unrestored KIND] [--completion]
 *
 * Measures false alarms on gold queries, alarms on queries by models, how many known mistakes are found and how many the first fix
 * restores, and how high completion ranks the right relation. Needs questions (FUNFUSIC_QUESTIONS); by default those in ../shared.
 */
import { readSchemaFile } from '../server/src/adapters/schema-file';
import type { KbSchema } from '../server/src/core/schema/schema';
import { hideRelations, measureCompletion, TYPINGS, countUsesByFold } from './corpus/completion';
import { measureFixes } from './corpus/fix-rate';
import { measureGold, measureModels, measureMutations, type Flagged } from './corpus/measure';
import { goldQueries } from './corpus/questions';
import { formatShare, openSchema, QUESTIONS, requireInputs } from './inputs';

requireInputs();
const began = performance.now();
const schema = openSchemaOption(process.argv[process.argv.indexOf('--schema') + 1]);
console.log(`Schema usable after ${(performance.now() - began).toFixed(0)} ms\n`);

/** Opens the bundled schema, or one that `funfusic schema` derived. */
function openSchemaOption(file: string | undefined): KbSchema {
  if (!process.argv.includes('--schema') || file === undefined) return openSchema();
  const read = readSchemaFile(file);
  if ('problem' in read) throw new Error(read.problem);
  return read.schema;
}

const only = ['--fixes', '--completion'].filter((part) => process.argv.includes(part));
if (!only.length) measureAlarms();
if (!only.length || only.includes('--fixes')) measureRepairs();
if (!only.length || only.includes('--completion')) measureTyping();

function measureAlarms(): void {
  const gold = measureGold(schema, QUESTIONS);
  console.log(`Gold queries: ${gold.queries}`);
  console.log(`  syntax findings       ${gold.syntax.length}`);
  console.log(
    `  with a strong error   ${gold.errors.length} (${formatShare(gold.errors.length, gold.queries, 2)})`,
  );
  console.log(
    `  lf_semantic warnings  ${gold.typeWarnings.length} (${formatShare(gold.typeWarnings.length, gold.queries, 2)})`,
  );
  console.log(
    `  any error or warning  ${gold.anyWarning.length} (${formatShare(gold.anyWarning.length, gold.queries, 2)})`,
  );
  if (process.argv.includes('--list')) {
    print('strong errors', gold.errors);
    print('type warnings', gold.typeWarnings);
    print(
      'other warnings',
      gold.anyWarning.filter(({ findings }) =>
        findings.every(({ code, severity }) => severity === 'warning' && code !== 'lf_semantic'),
      ),
    );
  }

  const models = measureModels(schema, QUESTIONS);
  console.log('\nQueries written by language models, with an error or warning, and with an error:');
  for (const [verdict, { queries, errors, alarmed, byCode }] of models.byVerdict) {
    const codes = [...byCode]
      .sort((left, right) => right[1] - left[1])
      .map(([code, count]) => `${code} ${count}`)
      .join(', ');
    console.log(
      `  ${verdict.padEnd(8)} ${alarmed} of ${queries} (${formatShare(alarmed, queries, 2)}), errors ${errors}  ${codes}`,
    );
  }
  if (process.argv.includes('--list')) print('exact, yet alarmed', models.exactAlarmed);

  const mutations = measureMutations(schema, QUESTIONS, 10);
  console.log('\nMutations noticed (gold of GrailQAbility and GraphQAbility that states a class):');
  for (const [kind, { mutants, caught }] of mutations.byKind)
    console.log(`  ${kind.padEnd(28)} ${caught} of ${mutants} (${formatShare(caught, mutants, 2)})`);
  const wanted = process.argv.indexOf('--missed');
  if (wanted > 0) {
    for (const { kind, what, query } of mutations.missed) {
      if (kind.includes(process.argv[wanted + 1] ?? '')) console.log(`\n${kind}: ${what}\n${query}`);
    }
  }
}

/** Uses two seeds to show the variance of the draw. */
function measureRepairs(): void {
  const wanted = process.argv.indexOf('--unrestored');
  for (const seed of [20150810, 19070322]) {
    console.log(`\nDamaged gold queries that the first fix restores (seed ${seed}):`);
    const { rates, unrestored } = measureFixes(schema, QUESTIONS, seed);
    for (const [damage, { mutants, noticed, restored, restorable }] of rates) {
      console.log(
        `  ${damage.padEnd(28)} ${restored} of ${noticed} noticed (${formatShare(restored, noticed, 2)}), of all ${mutants} ${formatShare(restored, mutants, 2)}; by any fix ${formatShare(restorable, noticed, 2)}`,
      );
    }
    if (wanted < 0) continue;
    for (const { damage, what, mutant, reported } of unrestored) {
      if (damage.includes(process.argv[wanted + 1] ?? ''))
        console.log(`\n${damage}: ${what}\n${mutant}\n  ${reported.join('\n  ')}`);
    }
  }
}

/** Hides each relation of the gold queries and completes it. Uses are counted in the other nine tenths of the questions. */
function measureTyping(): void {
  const gold = goldQueries(QUESTIONS);
  const uses = countUsesByFold(gold, schema);
  for (const question of [false, true]) {
    const hidden = hideRelations(gold, schema, { question });
    const { tallies } = measureCompletion(hidden, uses, schema);
    console.log(
      `\nCompletion of ${hidden.length} hidden relations${question ? ', with the question above' : ''}: first in the list, among the first five`,
    );
    for (const typing of TYPINGS) {
      for (const [key, { all, top1, top5 }] of tallies) {
        if (!key.startsWith(typing)) continue;
        const name = key === typing ? `typed: ${typing}` : `  ${key.slice(typing.length + 3)}`;
        console.log(
          `  ${name.padEnd(46)} ${formatShare(top1, all, 2)}  ${formatShare(top5, all, 2)}  of ${all}`,
        );
      }
    }
  }
}

function print(title: string, flagged: readonly Flagged[]): void {
  console.log(`\n## ${title}: ${flagged.length}`);
  for (const { query, findings } of flagged) {
    console.log(`- ${query.set} ${query.id}: ${query.question}`);
    for (const { code, severity, message, because } of findings)
      console.log(`    ${severity} ${code}: ${message}. ${because}`);
  }
}
