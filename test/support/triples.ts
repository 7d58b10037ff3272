/** Prints the triples of our model and of the sparqljs tree in the same notation, for comparison. */
import type {
  Expression,
  Group,
  PropertyPath,
  Select,
  Term,
  Triple,
} from '../../server/src/core/language/sparql/model';
import { childGroups } from '../../server/src/core/language/sparql/query-parts';
import { RDF } from '../../server/src/core/language/rdf/names';

export function modelTriples(select: Select): readonly string[] {
  return select.groups.flatMap(groupTriples).filter(isNotMembership).map(writeTriple).sort();
}

/** Membership in a collection is a chain of nodes in the sparqljs tree and cannot be compared. */
function isNotMembership({ predicate }: Triple): boolean {
  return predicate.kind !== 'link' || predicate.iri.iri !== `${RDF}first`;
}

function groupTriples(group: Group): readonly Triple[] {
  const inner = group.select ? [...group.select.groups, ...group.select.having.flatMap(existsIn)] : [];
  return [...group.triples, ...[...childGroups(group), ...inner].flatMap(groupTriples)];
}

function existsIn(expression: Expression): readonly Group[] {
  if (expression.kind === 'exists') return [expression.group];
  return expression.kind === 'operation' || expression.kind === 'call'
    ? expression.args.flatMap(existsIn)
    : [];
}

function writeTriple({ subject, predicate, object }: Triple): string {
  return [
    writeTerm(subject),
    predicate.kind === 'variable' ? writeTerm(predicate) : writePath(predicate),
    writeTerm(object),
  ].join(' ');
}

function writeTerm(term: Term): string {
  switch (term.kind) {
    case 'variable':
      return `?${term.name}`;
    case 'iri':
      return `<${term.iri}>`;
    case 'literal':
      return `"${normalizeNumber(unescape(term.value), term.datatype)}"${term.language === undefined ? `^^${term.datatype}` : `@${term.language.toLowerCase()}`}`;
    case 'blank':
      return '_';
  }
}

function writePath(path: PropertyPath): string {
  switch (path.kind) {
    case 'link':
      return writeTerm(path.iri);
    case 'inverse':
      return `^(${writePath(path.path)})`;
    case 'sequence':
      return `(${path.steps.map(writePath).join('/')})`;
    case 'alternative':
      return `(${path.options.map(writePath).join('|')})`;
    case 'repeat':
      return `(${writePath(path.path)})${path.canBeEmpty ? '*' : '+'}`;
    case 'negated':
      return `!(${path.links.map(writeTerm).join('|')})`;
  }
}

/** Collects all objects with the fields of a triple, except the chains of collections. */
export function sparqljsTriples(tree: unknown): readonly string[] {
  const found: string[] = [];
  const seen = new Set<object>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const node = value as Readonly<Record<string, unknown>>;
    if ('subject' in node && 'predicate' in node && 'object' in node) {
      const predicate = referenceTerm(node['predicate']);
      if (predicate !== `<${RDF}first>` && predicate !== `<${RDF}rest>`)
        found.push(`${referenceTerm(node['subject'])} ${predicate} ${referenceTerm(node['object'])}`);
      return;
    }
    Object.values(node).forEach(visit);
  };
  visit(tree);
  return found.sort();
}

interface ReferenceTerm {
  readonly termType?: string;
  readonly value: string;
  readonly language?: string;
  readonly datatype?: ReferenceTerm;
  readonly type?: string;
  readonly pathType: string;
  readonly items: readonly ReferenceTerm[];
}

function referenceTerm(value: unknown): string {
  const term = value as ReferenceTerm;
  if (term.type === 'path') return referencePath(term);
  switch (term.termType) {
    case 'Variable':
      return `?${term.value}`;
    case 'NamedNode':
      // sparqljs keeps the escapes of a prefixed name.
      return `<${term.value.replace(/\\/g, '')}>`;
    case 'Literal':
      return `"${normalizeNumber(term.value, term.datatype?.value)}"${term.language ? `@${term.language.toLowerCase()}` : `^^${term.datatype?.value ?? ''}`}`;
    default:
      return '_';
  }
}

function referencePath({ pathType, items }: ReferenceTerm): string {
  const parts = items.map(referenceTerm);
  switch (pathType) {
    case '^':
      return `^(${parts.join('')})`;
    case '/':
    case '|':
      return `(${parts.join(pathType)})`;
    case '!':
      return `!(${linksIn(items).join('|')})`;
    default:
      return `(${parts.join('')})${pathType === '+' ? '+' : '*'}`;
  }
}

function linksIn(items: readonly ReferenceTerm[]): readonly string[] {
  return items.flatMap((item) =>
    item.type === 'path' ? linksIn(item.items) : item.termType ? [referenceTerm(item)] : [],
  );
}

function unescape(value: string): string {
  const signs: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f' };
  return value.replace(
    /\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/g,
    (_, four?: string, eight?: string, sign = '') =>
      (four ?? eight)
        ? String.fromCodePoint(parseInt(four ?? eight ?? '', 16))
        : (signs[sign as string] ?? String(sign)),
  );
}

/** sparqljs removes the + of a number and writes e in lower case. */
function normalizeNumber(value: string, datatype: string | undefined): string {
  return datatype && /#(integer|decimal|double)$/.test(datatype)
    ? value.toLowerCase().replace(/^\+/, '')
    : value;
}
