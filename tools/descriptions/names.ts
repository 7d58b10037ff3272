/** Reads the English names of a KB in N-Triples. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export function readEnglishNames(file: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const text = gunzipSync(readFileSync(file)).toString('utf8');
  for (const [, iri, name] of text.matchAll(
    /^<([^>]+)> <http:\/\/rdf\.freebase\.com\/ns\/type\.object\.name> "(.*)"@en \.$/gm,
  ))
    if (iri !== undefined && name !== undefined) names.set(iri, JSON.parse(`"${name}"`) as string);
  return names;
}
