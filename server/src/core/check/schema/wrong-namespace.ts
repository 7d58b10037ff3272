import { strip } from '../../language/text/strip';
import type { Verifier } from '../verifier';

/** A prefix that is meant for the KB stands for the KB's own namespace. */
export const wrongNamespace: Verifier<'schema'> = {
  code: 'grounding',
  stage: 'schema',
  strength: 'weak',
  severity: 'warning',
  title: 'A prefix misses the namespace of the knowledge base',
  about:
    'The declared IRI is the namespace of the KB but for https, www, a slash or its last part, so nothing written with the prefix is in the KB. Without this, such a query would look clean, because other vocabularies are not checked.',
  *verify({ query, schema }) {
    for (const { prefix, iri, range } of query.prefixes) {
      if (iri === schema.namespace || !isMeantFor(schema.namespace, iri)) continue;
      const declaration = `PREFIX ${prefix}: <${schema.namespace}>`;
      yield {
        range,
        rule: 'wrong-namespace',
        message: `<${iri}> is not the namespace of ${schema.name}, which is <${schema.namespace}>`,
        because:
          'An IRI is compared letter by letter, so nothing that is written with this prefix is found in the KB.',
        advice: `Write ${declaration}`,
        fixes: [
          {
            title: `Change to <${schema.namespace}>`,
            edits: [{ range, newText: declaration }],
            safety: 'unsafe',
          },
        ],
      };
    }
  },
};

/** The same but for what people get wrong, or the host alone. */
function isMeantFor(namespace: string, iri: string): boolean {
  const [meant, given] = [essence(namespace), essence(iri)];
  return given === meant || given === meant.split('/')[0];
}

/** What is left of a namespace when the parts that people get wrong are taken away. */
function essence(iri: string): string {
  const name = iri
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^(?:www\.|rdf\.)+/, '');
  return strip(name, '/#');
}
