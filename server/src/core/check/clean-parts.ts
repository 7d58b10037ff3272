/**
 * Remembers the parts of a document without findings, so that a keystroke does not check them again. A part is a UNION branch, an
 * OPTIONAL or a MINUS of the outermost group: a scope of its own, whose findings depend only on its text and on the text around the
 * parts. Findings are not remembered, so none can be outdated.
 */
import { computeInference, infer, isNearProblem, type Inference } from '../schema/inference/inference';
import type { Scopes } from '../schema/inference/scopes';
import type { KbSchema } from '../schema/schema';
import type { Group, QueryModel } from '../language/sparql/model';

interface DividedQuery {
  readonly parts: readonly Group[];
  /** The text without the parts. */
  readonly surroundings: string;
}

interface KnownParts {
  /** The text and the kind of each part without findings. */
  readonly clean: ReadonlyMap<string, Group['kind']>;
  /** Whether some part, clean or not, has a variable as a predicate, or assigns IRIs to a variable. */
  readonly hasPredicateVariables: boolean;
  readonly assignsIris: boolean;
}

/** The maximum number of queries that are cached while the text is broken. */
const MAX_CACHED_QUERIES = 200;

/** What is known about one document. */
export class CleanParts {
  private context: readonly unknown[] = [];
  /** By the text around the parts. */
  private known: ReadonlyMap<string, KnownParts> = new Map();
  private next = new Map<string, KnownParts>();

  /** Begins the check of a version. If the context of the check has changed, nothing is known. */
  begin(context: readonly unknown[], isBroken: boolean): void {
    const isSame = context.every((one, index) => one === this.context[index]);
    this.known = isSame ? this.next : new Map();
    this.context = context;
    // Only what the current text contains is cached. Broken text is usually repaired soon.
    this.next = new Map(isBroken && this.known.size <= MAX_CACHED_QUERIES ? this.known : undefined);
  }

  /** The inference without the parts that need not be checked again. */
  infer(
    query: QueryModel,
    { surroundings, parts }: DividedQuery,
    schema: KbSchema,
  ): { readonly inference: Inference; readonly skipped: ReadonlySet<Group> } {
    const known = this.known.get(surroundings);
    const skipped = new Set(
      known &&
        parts.filter(
          (part) =>
            known.clean.get(textOf(part, query.text)) === part.kind && !isNearProblem(query, part.range),
        ),
    );
    if (known && skipped.size) {
      const inference = computeInference(query, schema, skipped);
      if (isExact(query, inference.scopes, known)) return { inference, skipped };
    }
    return { inference: infer(query, schema), skipped: new Set() };
  }

  /** Records the parts without findings after a check without any lookup in the KB. */
  record(
    { text }: QueryModel,
    { surroundings, parts }: DividedQuery,
    { predicateVariables, assignedIris }: Scopes,
    isClean: (part: Group) => boolean,
  ): void {
    const before = this.known.get(surroundings);
    this.next.set(surroundings, {
      // Slices of the current text, so that no older text is kept.
      clean: new Map(parts.filter(isClean).map((part) => [textOf(part, text), part.kind])),
      hasPredicateVariables: predicateVariables.size > 0 || (before?.hasPredicateVariables ?? false),
      assignsIris: assignedIris.length > 0 || (before?.assignsIris ?? false),
    });
  }
}

/** Undefined if the query has no parts. `context` is what else the findings depend on. */
export function divide({ text, range, query }: QueryModel, context: string): DividedQuery | undefined {
  // In an update, the meaning of a prefix depends on the place.
  if (query.form === 'update') return undefined;
  const parts: Group[] = [];
  for (const group of query.groups) addParts(group, parts);
  if (!parts.length) return undefined;
  const pieces = [context];
  let at = range.start;
  for (const { range: part } of parts) {
    pieces.push(text.slice(at, part.start));
    at = part.end;
  }
  pieces.push(text.slice(at, range.end));
  return { parts, surroundings: pieces.join('\0') };
}

function addParts(group: Group, parts: Group[]): void {
  for (const child of group.children) {
    if (child.kind === 'group') addParts(child, parts);
    else if (child.kind === 'union-branch' || child.kind === 'optional' || child.kind === 'minus')
      parts.push(child);
  }
}

/** Whether the rest of the query is judged in the same way without the clean parts. */
function isExact(
  query: QueryModel,
  { root, predicateVariables, assignedIris }: Scopes,
  known: KnownParts,
): boolean {
  // An IRI that is assigned in one part may be a predicate in another.
  const hasPredicateVariables = known.hasPredicateVariables || predicateVariables.size > 0;
  const assignsIris = known.assignsIris || assignedIris.length > 0;
  if (hasPredicateVariables && assignsIris) return false;
  // Text next to a syntax error is no evidence for the types in the parts.
  return !root.links.some(({ triple }) => isNearProblem(query, triple.range));
}

function textOf({ range: { start, end } }: Group, text: string): string {
  return text.slice(start, end);
}
