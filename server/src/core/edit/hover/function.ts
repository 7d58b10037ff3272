import { XSD } from '../../language/rdf/names';
import {
  CASTS,
  FUNCTIONS,
  SPARQL12_FUNCTIONS,
  signatureOf,
  type FunctionDoc,
} from '../../language/sparql/vocabulary';
import { bullets, code, sparql } from './markdown';

/** Describes a function by its upper-case name. */
export function describeFunction(name: string): readonly string[] | undefined {
  const word = FUNCTIONS.get(name) ?? SPARQL12_FUNCTIONS.get(name);
  return word && describe(word);
}

export function describeCast(iri: string): readonly string[] | undefined {
  // Virtuoso also accepts lower case.
  const word = CASTS.get(iri === `${XSD}datetime` ? `${XSD}dateTime` : iri);
  return word && describe(word);
}

function describe(word: FunctionDoc): readonly string[] {
  const explained = word.parameters.flatMap(({ name, about }) =>
    about === undefined ? [] : [`${code(name)}: ${about}`],
  );
  return [
    `${code(signatureOf(word).label)} → ${word.returns}`,
    word.about,
    ...(explained.length ? [bullets(explained)] : []),
    ...(word.example === undefined ? [] : [sparql(word.example)]),
  ];
}
