/** A file of questions with their queries, used as exemplars in prompts. */
import { readExemplarFile } from '../../../../server/src/core/model/prompts/exemplar-file';
import { createExemplars } from '../../../../server/src/core/question/exemplars';
import { must, type Target } from '../target';

export const exemplars: Target = {
  name: 'exemplars',
  seeds: () => [
    '{"question":"who?","query":"SELECT ?x { ?x a ?y }"}\n{"question":"what?","sparql":"ASK {}"}\n\n{',
    '[{"question":"who?","sparql_query":"SELECT"},{},null,[]]',
    '# question: who?\nSELECT ?x { ?x a ?y }\n###\n# question:\nASK {}\n###\nASK {}',
  ],
  sources: ['core/model/prompts/exemplar-file.ts', 'core/language/sparql/header.ts'],
  words: ['# question: ', '\n###\n', '"question":', '"query":', '\ufeff'],
  isJson: true,
  maxLength: 2000,
  run: (text) => {
    const { exemplars: pairs, problems } = readExemplarFile(text);
    must(problems.length <= 6, () => 'Too many problems are listed');
    for (const { question, query } of pairs)
      must(question !== '' && query !== '', () => 'A question or a query is empty');
    const nearest = createExemplars(() => pairs).nearest('who directed Titanic?', 3);
    must(nearest.length <= 3, () => 'More exemplars than the limit');
  },
};
