/** Checks logical forms with the verifiers of queries: each form is converted to SPARQL, and the findings are mapped back to the form. */
import { XSD } from '../language/rdf/names';
import { parseQuery } from '../language/sparql/parse';
import type { QueryModel } from '../language/sparql/model';
import { applyEdits, type TextEdit } from '../language/text/edit';
import { covers, touches, type TextRange } from '../language/text/range';
import type { CheckOptions } from '../check/check';
import type { Finding, Fix } from '../check/verifier';
import { verify } from '../check/verify';
import { parseForms, type ParsedForm } from './parse-sexpr';
import type { FormPlace } from './query-text';
import { ANY_DAY, type AsOf } from './time-relations';
import { toSparqlWithPlaces } from './to-sparql';

export interface CheckedForms {
  readonly forms: readonly CheckedForm[];
  readonly findings: readonly Finding[];
}

interface CheckedForm extends ParsedForm {
  /** The form as a query; absent where the form is invalid or there is no schema. */
  readonly query?: QueryModel;
  readonly places: readonly FormPlace[];
}

/** The findings do not depend on the day; the queries contain the day that they are made for. */
export function checkForms(text: string, options: CheckOptions, asOf = ANY_DAY): CheckedForms {
  const forms = parseForms(text, options.schema).map((form) => withQuery(form, options, asOf));
  const findings = forms.flatMap((form) => [
    ...form.problems.map(({ range, message }) => syntaxFinding(range, message)),
    ...(form.query ? findingsInForm(form, verify(form.query, options)) : []),
  ]);
  return { forms, findings };
}

/** The fixes of a finding that remove it without adding another of the same severity. */
export function formFixes(text: string, finding: Finding, options: CheckOptions): readonly Fix[] {
  const weight = (findings: readonly Finding[]): number =>
    findings.filter(({ severity }) => severity === finding.severity || severity === 'error').length;
  const before = weight(checkForms(text, options).findings);
  return (finding.fixes ?? []).filter(
    ({ edits }) => weight(checkForms(applyEdits(text, edits), options).findings) < before,
  );
}

function withQuery(form: ParsedForm, { schema }: CheckOptions, asOf: AsOf): CheckedForm {
  if (!form.expr || !schema) return { ...form, places: [] };
  const { text, places } = toSparqlWithPlaces(form.expr, schema, asOf);
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
function findingsInForm({ places, range }: CheckedForm, findings: readonly Finding[]): readonly Finding[] {
  const found = new Map<string, Finding>();
  for (const finding of findings) {
    // A finding outside the form is about the conversion to SPARQL.
    const place = placeOf(finding.range, places);
    if (!place && finding.severity !== 'error' && finding.severity !== 'warning') continue;
    const moved = movedTo(place?.inForm ?? range, finding, places);
    const key = `${moved.code} ${moved.range.start} ${moved.range.end}`;
    if (!found.has(key)) found.set(key, moved);
  }
  return [...found.values()];
}

function movedTo(range: TextRange, finding: Finding, places: readonly FormPlace[]): Finding {
  const { related, fixes, ...rest } = finding;
  const moved = (related ?? []).flatMap((one) => {
    const place = placeOf(one.range, places);
    return place ? [{ range: place.inForm, message: inFormWords(one.message) }] : [];
  });
  return {
    ...rest,
    range,
    message: inFormWords(finding.message),
    because: inFormWords(finding.because),
    advice: inFormWords(finding.advice),
    ...(moved.length ? { related: moved } : {}),
    fixes: (fixes ?? []).flatMap((fix) => fixInForm(fix, places)),
  };
}

function placeOf(range: TextRange, places: readonly FormPlace[]): FormPlace | undefined {
  return (
    places.find(({ inQuery }) => covers(inQuery, range)) ??
    places.find(({ inQuery }) => touches(inQuery, range))
  );
}

/** Only fixes that replace one name or value by another. */
function fixInForm(fix: Fix, places: readonly FormPlace[]): readonly Fix[] {
  const edits: TextEdit[] = [];
  for (const { range, newText } of fix.edits) {
    const place = places.find(({ inQuery }) => inQuery.start === range.start && inQuery.end === range.end);
    const text = wordOf(newText);
    if (!place || text === undefined) return [];
    if (!edits.some((edit) => edit.range === place.inForm))
      edits.push({ range: place.inForm, newText: text });
  }
  return edits.length ? [{ ...fix, title: inFormWords(fix.title), edits }] : [];
}

function wordOf(written: string): string | undefined {
  const [, name] = /^ns:([\w.-]+)$/.exec(written) ?? [];
  if (name !== undefined) return name;
  const [, value, type] = /^"([^"\\\s()]+)"\^\^xsd:(\w+)$/.exec(written) ?? [];
  return value === undefined || type === undefined ? undefined : `${value}^^${XSD}${type}`;
}

/** Names are written as in the form, without a prefix. */
function inFormWords(sentence: string): string {
  return sentence.replace(/\bns:(?=\w)/g, '');
}
