/** The code that renders a prompt provides all of its declared inputs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openExemplars, openPrompts } from '../../../server/src/compose/index';
import { writeSkeletons } from '../../../server/src/core/ask/skeleton/write-skeletons';
import { chooseForm } from '../../../server/src/core/ask/strategies/fun-fusic/choose-form';
import { composeForms } from '../../../server/src/core/ask/strategies/rng-kbqa/compose-forms';
import { FidelisRequests } from '../../../server/src/core/ask/strategies/fidelis/fidelis-requests';
import type { LanguageModel } from '../../../server/src/core/model/language-model';
import { PROMPT_NAMES, type PromptLibrary } from '../../../server/src/core/model/prompts/prompt-library';
import { parseTemplate } from '../../../server/src/core/model/prompts/template';
import { backTranslate } from '../../../server/src/core/describe/back-translate';
import { judgeAgreement } from '../../../server/src/core/describe/judge';
import { chooseReading } from '../../../server/src/core/repair/majority-vote';
import { Conversation } from '../../../server/src/core/repair/propose';
import { parseQuery } from '../../../server/src/core/language/sparql/parse';
import { freebase, PROJECT } from '../../support/check';

const away: LanguageModel = {
  name: 'Away',
  where: 'nowhere',
  complete: () => Promise.resolve({ status: 'failed', reason: 'unreachable', message: 'Away.' }),
};

describe('Every prompt', () => {
  it('gets all of its inputs', async () => {
    const given = new Map<string, readonly string[]>();
    const library = openPrompts('');
    const prompts: PromptLibrary = {
      problems: [],
      render(name, values) {
        given.set(name, Object.keys(values).sort());
        return library.render(name, values);
      },
    };
    const model = { model: away, prompts, exemplars: openExemplars('') };
    const signal = new AbortController().signal;
    const onText = (): void => undefined;
    const text =
      'PREFIX ns: <http://rdf.freebase.com/ns/> SELECT ?x { ns:m.02mjmr ns:people.person.children ?x }';
    const query = parseQuery(text, 'virtuoso');
    const ports = { schema: freebase(), nameOf: () => 'Barack Obama', model: away, prompts };
    const context = { relations: [], classes: [], entities: [], text: 'Context.', has: () => true };
    const question = 'Who are the children of Barack Obama?';
    const talk = (): Conversation => new Conversation(model, { question }, context, '');
    await talk().next(undefined, onText, signal);
    await talk().next({ query: text, feedback: 'Wrong.' }, onText, signal);
    const { reading } = await backTranslate(query, ports, onText, signal);
    await judgeAgreement(question, reading, query, ports, onText, signal);
    await chooseReading(question, [], model, onText, signal);
    await chooseForm(question, [], [], model, signal);
    const linking = { entities: [], literals: [], troubles: [] };
    await composeForms(question, [], linking, model, freebase(), 3, signal);
    await writeSkeletons(question, linking, '', model, { skeletons: 3, entities: 5 }, signal);
    const requests = new FidelisRequests(question, model, signal);
    const plan = {
      keywords: ['children'],
      steps: ['Go to the children.'],
      statement: '{answer} is a child.',
    };
    await requests.plan([]);
    await requests.choosePaths(plan, ['Barack Obama → children'], 3);
    await requests.checkPaths(plan, ['Barack Obama → children']);
    for (const name of PROMPT_NAMES) {
      const parsed = parseTemplate(readFileSync(join(PROJECT, 'prompts', `${name}.md`), 'utf8'));
      const declared = 'template' in parsed ? [...parsed.template.inputs.keys()].sort() : [];
      expect([name, given.get(name)]).toEqual([name, declared]);
    }
  });
});
