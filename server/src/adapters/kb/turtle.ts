import type { Term } from 'oxigraph';
import type { Answer, RdfTerm } from '../../core/kb/knowledge-base';
import { XSD } from '../../core/language/rdf/names';
import { inMegabytes, MAX_TURTLE_CHARACTERS } from '../reply-limits';

/** A graph in Turtle, which some endpoints know only. */
export async function readTurtle(text: string): Promise<Answer | { readonly problem: string }> {
  if (text.length > MAX_TURTLE_CHARACTERS)
    return {
      problem: `Its answer is larger than ${inMegabytes(MAX_TURTLE_CHARACTERS)}, the limit for Turtle. Ask for fewer facts.`,
    };
  // Loaded when first needed: few endpoints take it.
  const { parse } = await import('oxigraph');
  try {
    const quads = parse(text, { format: 'text/turtle', lenient: true });
    return {
      kind: 'graph',
      triples: quads.map(({ subject, predicate, object }) => [
        termOf(subject),
        termOf(predicate),
        termOf(object),
      ]),
    };
  } catch (error) {
    return {
      problem: `Its answer is not valid Turtle: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

function termOf(term: Term): RdfTerm {
  if (term.termType === 'NamedNode') return { type: 'uri', value: term.value };
  if (term.termType !== 'Literal') return { type: 'bnode', value: term.value };
  const { value, language, datatype } = term;
  if (language !== '') return { type: 'literal', value, 'xml:lang': language };
  return datatype.value === `${XSD}string`
    ? { type: 'literal', value }
    : { type: 'literal', value, datatype: datatype.value };
}
