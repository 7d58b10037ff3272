/** Checks logical forms: converts each form to SPARQL, runs the verifiers, and maps the findings back to the form. */
import { XSD } from '../language/rdf/names';
import { parseQuery } from '../language/sparql/parse';
import type { QueryModel } from '../language/sparql/model';
import { applyEdits, type TextEdit } from '../language/text/edit';
import { covers, touches, type TextRange } from '../language/text/range';
import type { CheckOptions } from '../check/check';
import type { Finding, Fix } from '../check/verifier';
import { verify } from '../check/verify';
import { parseForms, type ParsedForm } from './parse-sexpr';
import type { FormMapping } from './query-writer';
import { ANY_DAY, type ReferenceDay } from './time-relations';
import { toSparqlWithMappings } from './to-sparql';

export interface CheckedForms {
  readonly forms: readonly CheckedForm[];
  readonly findings: readonly Finding[];
}

interface CheckedForm extends ParsedForm {
  /** The form as a query. Absent if the form is invalid or there is no schema. */
  readonly query?: QueryModel;
  readonly places: readonly FormMapping[];
}

/** The findings do not depend on the day `asOf`, but the queries contain it. */
export function checkForms(text: string, options: CheckOptions, asOf = ANY_DAY): CheckedForms {
  const forms = parseForms(text, options.schema).map((form) => withQuery(form, options, asOf));
  const findings = forms.flatMap((form) => [
    ...form.problems.map(({ range, message }) => syntaxFinding(range, message)),
    ...(form.query ? mapFindings(form, verify(form.query, options)) : []),
  ]);
  return { forms, findings };
}

/** The fixes of a finding that remove it without adding another of the same severity. */
export function workingFormFixes(text: string, finding: Finding, options: CheckOptions): readonly Fix[] {
  const weight = (findings: readonly Finding[]): number =>
    findings.filter(({ severity }) => severity === finding.severity || severity === 'error').length;
  const before = weight(checkForms(text, options).findings);
  return (finding.fixes ?? []).filter(
    ({ edits }) => weight(checkForms(applyEdits(text, edits), options).findings) < before,
  );
}

function withQuery(form: ParsedForm, { schema }: CheckOptions, asOf: ReferenceDay): CheckedForm {
  if (!form.expr || !schema) return { ...form, places: [] };
  const { text, places } = toSparqlWithMappings(form.expr, schema, asOf);
  return { ...form, query: parseQuery(text, 'sparql11'), places };
}

function syntaxFinding(range: TextRange, message: string): Finding {
  return {
    range,
    code: 'syntax',
    rule: 's-expression',
    stage: 'text',
    strength: 'strong',
    severity: 'error',
    message,
    because: '',
    advice: 'Example: (AND film.film (JOIN film.film.directed_by m.03_gd)).',
  };
}

/** The set of an ARGMAX appears twice in the query but once in the form, so duplicates are dropped. */
function mapFindings({ places, range }: CheckedForm, findings: readonly Finding[]): readonly Finding[] {
  const unique = new Map<string, Finding>();
  for (const finding of findings) {
    // A finding outside the form is about the conversion to SPARQL.
    const place = findPlace(finding.range, places);
    if (!place && finding.severity !== 'error' && finding.severity !== 'warning') continue;
    const mapped = mapFinding(finding, place?.inForm ?? range, places);
    const key = `${mapped.code} ${mapped.range.start} ${mapped.range.end}`;
    if (!unique.has(key)) unique.set(key, mapped);
  }
  return [...unique.values()];
}

function mapFinding(finding: Finding, range: TextRange, places: readonly FormMapping[]): Finding {
  const { related, fixes, ...rest } = finding;
  const mappedRelated = (related ?? []).flatMap((one) => {
    const place = findPlace(one.range, places);
    return place ? [{ range: place.inForm, message: withoutPrefix(one.message) }] : [];
  });
  return {
    ...rest,
    range,
    message: withoutPrefix(finding.message),
    because: withoutPrefix(finding.because),
    advice: withoutPrefix(finding.advice),
    ...(mappedRelated.length ? { related: mappedRelated } : {}),
    fixes: (fixes ?? []).flatMap((fix) => mapFix(fix, places)),
  };
}

function findPlace(range: TextRange, places: readonly FormMapping[]): FormMapping | undefined {
  return (
    places.find(({ inQuery }) => covers(inQuery, range)) ??
    places.find(({ inQuery }) => touches(inQuery, range))
  );
}

/** Maps fixes that replace one name or value by another. Other fixes are dropped. */
function mapFix(fix: Fix, places: readonly FormMapping[]): readonly Fix[] {
  const edits: TextEdit[] = [];
  for (const { range, newText } of fix.edits) {
    const place = places.find(({ inQuery }) => inQuery.start === range.start && inQuery.end === range.end);
    const text = toFormWord(newText);
    if (!place || text === undefined) return [];
    if (!edits.some((edit) => edit.range === place.inForm))
      edits.push({ range: place.inForm, newText: text });
  }
  return edits.length ? [{ ...fix, title: withoutPrefix(fix.title), edits }] : [];
}

/** Converts a term of the query to a word of the form. */
function toFormWord(written: string): string | undefined {
  const [, name] = /^ns:([\w.-]+)$/.exec(written) ?? [];
  if (name !== undefined) return name;
  const [, value, type] = /^"([^"\\\s()]+)"\^\^xsd:(\w+)$/.exec(written) ?? [];
  return value === undefined || type === undefined ? undefined : `${value}^^${XSD}${type}`;
}

/** Removes the prefixes of names, which a form does not have. */
function withoutPrefix(sentence: string): string {
  return sentence.replace(/\bns:(?=\w)/g, '');
}
