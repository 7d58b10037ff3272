import { XSD } from '../../language/rdf/names';
import type { LiteralTerm, Term, Triple } from '../../language/sparql/model';
import type { DiagnosisContext } from './diagnose';
import { tripleText } from './pattern-text';

/** The same text with another language or datatype. */
export async function otherForms(
  { model, prober }: DiagnosisContext,
  triple: Triple,
  { value }: LiteralTerm,
  around: string,
): Promise<readonly string[]> {
  const any: Term = { kind: 'variable', name: 'other_form', range: triple.object.range };
  const quoted = JSON.stringify(value);
  const body = `${around}\n${tripleText(model, { ...triple, object: any })}\nFILTER(LCASE(STR(?other_form)) = LCASE(${quoted}))`;
  const terms = (await prober.values('other_form', body, 5)) ?? [];
  return terms.map((term) => {
    if (term.type !== 'literal') return `<${term.value}>`;
    const text = JSON.stringify(term.value);
    if (term['xml:lang'] !== undefined) return `${text}@${term['xml:lang']}`;
    return term.datatype === undefined || term.datatype.endsWith('#string')
      ? text
      : `${text}^^${term.datatype.replace(XSD, 'xsd:')}`;
  });
}
