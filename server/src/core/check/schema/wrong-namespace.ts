import { strip } from '../../language/text/strip';
import { declarationOf } from '../text/declarations';
import type { Verifier } from '../verifier';

/** A prefix for the KB has the namespace of the KB. */
export const wrongNamespace: Verifier<'schema'> = {
  code: 'grounding',
  stage: 'schema',
  strength: 'weak',
  severity: 'warning',
  title: 'A prefix has the wrong namespace',
  about:
    'The declared IRI differs from the namespace of the KB only by https, www, a slash or its last part, so no name with the prefix is in the KB. Other vocabularies are not checked, so without this check the query would look correct.',
  *verify({ query, schema }) {
    for (const { prefix, iri, range } of query.prefixes) {
      if (iri === schema.namespace || !isVariantOf(schema.namespace, iri)) continue;
      const declaration = declarationOf(prefix, schema.namespace);
      yield {
        range,
        rule: 'wrong-namespace',
        message: `<${iri}> is not the namespace of ${schema.name}`,
        because: 'IRIs are compared letter by letter, so no name with this prefix is in the KB.',
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

/** Whether an IRI is a variant of the namespace, or only its host. */
function isVariantOf(namespace: string, iri: string): boolean {
  const [expected, actual] = [normalize(namespace), normalize(iri)];
  return actual === expected || actual === expected.split('/')[0];
}

/** Removes the parts that are often wrong: the scheme, the subdomain, and the last slash or hash. */
function normalize(iri: string): string {
  const name = iri
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^(?:www\.|rdf\.)+/, '');
  return strip(name, '/#');
}
