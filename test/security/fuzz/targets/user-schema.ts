/** A custom schema file is rejected or works with all verifiers. */
import { KbSchema } from '../../../../server/src/core/schema/schema';
import { parseUserSchema } from '../../../../server/src/core/schema/user-schema';
import { checkDocument } from '../../../../server/src/core/check/check';
import { must, type Target } from '../target';
import { parseJson } from '../../../../server/src/core/language/text/json';

const QUERY = 'SELECT ?x { ?x <http://a/directed_by> ?y . ?x a <http://a/film> ; <http://a/unknown> 1 }';

export const userSchema: Target = {
  name: 'user-schema',
  seeds: () => [
    '{"namespace":"http://a/","types":{"film":{"kind":"entity","includes":["work"],"uses":3},"work":{"kind":"entity"},"person":{"kind":"entity"},"date":{"kind":"literal","literal":"date"}},"relations":{"directed_by":{"domain":"film","range":"person","reverse":"directed","uses":5},"directed":{"domain":"person","range":"film","reverse":"directed_by"}}}',
    '{"name":"x","namespace":"http://a/","complete":false,"open":["user"],"machineIds":false,"typing":["http://a/type"],"types":{},"relations":{"directed_by":{}},"together":[["directed_by","directed_by"]]}',
  ],
  sources: ['core/schema/user-schema.ts', 'core/language/rdf/datatypes.ts'],
  words: ['__proto__', 'constructor', 'hasOwnProperty', 'http://a/'],
  isJson: true,
  maxLength: 3000,
  run: (text) => {
    const value = parseJson(text);
    const parsed = parseUserSchema(value === undefined ? text : value, 'mine');
    if ('problem' in parsed) {
      must(parsed.problem !== '', () => 'No problem is reported');
      return;
    }
    const { findings } = checkDocument(QUERY, {
      dialect: 'virtuoso',
      schema: new KbSchema(parsed.data),
      severities: {},
      onDefect: (code, error) => {
        throw new Error(`${code} crashed`, { cause: error });
      },
    });
    for (const { range } of findings)
      must(0 <= range.start && range.end <= QUERY.length, () => 'A finding is outside the text');
  },
};
