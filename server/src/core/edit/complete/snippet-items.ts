import { typesOfNode } from './relation-place';
import { labelOf } from '../../schema/labels';
import type { KbSchema } from '../../schema/schema';
import { variablesOf } from '../variables';
import { toFilterText, matchesTyped, escapeSnippet, type CompletionItem } from './item';
import { unusedVariableName } from './names';
import { memoize } from '../../language/text/cache';
import type { CompletionContext } from './context';
import { formatDatatype } from '../../check/schema/literal-form';

/** Snippets for common queries and patterns over Freebase, filled in with the variables of the query. */
export function* snippetItems(context: CompletionContext): Iterable<CompletionItem> {
  if (context.typed.form !== 'word') return;
  for (const { keywords, ...item } of snippetsAt(context)) {
    if ([item.label, ...keywords].some((word) => matchesTyped(context.typed.local, word)))
      yield {
        kind: 'snippet',
        isSnippet: true,
        filterText: toFilterText(
          context.place.typed,
          context.typed.local,
          [item.label, ...keywords].join(' '),
        ),
        ...item,
      };
  }
}

interface Snippet extends Omit<CompletionItem, 'kind'> {
  /** Other words that match it. */
  readonly keywords: readonly string[];
}

function* snippetsAt(context: CompletionContext): Iterable<Snippet> {
  const { position } = context.place;
  if (position === 'start') yield* wholeQueries(context);
  if (position === 'subject' || position === 'triple-end') yield* patterns(context);
  if (position === 'projection' && context.follows()?.('(') !== false) yield count(context);
  if (position === 'modifier' && context.follows()?.('ORDER') !== false) yield* superlatives(context);
}

function* wholeQueries({ place, schema }: CompletionContext): Iterable<Snippet> {
  const declared = place.query.prefixes.find(({ iri }) => iri === schema?.namespace);
  const prefix = declared?.prefix ?? 'ns';
  const head = schema && !declared ? `PREFIX ${prefix}: <${schema.namespace}>\n` : '';
  const pattern = schema && !schema.machineIds ? '?\${1:x}' : `${prefix}:\${1:m.0}`;
  yield {
    label: 'select query',
    detail: 'the objects of a relation',
    keywords: ['query', 'question'],
    insertText: `${head}SELECT DISTINCT ?\${3:answer} WHERE {\n\t${pattern} ${prefix}:\${2:relation} ?\${3:answer} .$0\n}`,
  };
  yield {
    label: 'count query',
    detail: 'how many there are',
    keywords: ['how many', 'number'],
    insertText: `${head}SELECT (COUNT(DISTINCT ?\${3:answer}) AS ?count) WHERE {\n\t${pattern} ${prefix}:\${2:relation} ?\${3:answer} .$0\n}`,
  };
  for (const [label, aggregate, extreme, ...keywords] of [
    ['argmax query', 'MAX', 'highest', 'most', 'latest'],
    ['argmin query', 'MIN', 'lowest', 'least', 'earliest'],
  ] as const) {
    yield {
      label,
      detail: `the ones with the ${extreme} value, including ties`,
      keywords: ['superlative', ...keywords],
      insertText: [
        `${head}SELECT DISTINCT ?\${2:answer} WHERE {`,
        `\t?\${2:answer} ${prefix}:\${1:relation} ?best .$0`,
        `\t{`,
        `\t\tSELECT (${aggregate}(?value) AS ?best) WHERE {`,
        `\t\t\t?other ${prefix}:\${1:relation} ?value .`,
        `\t\t}`,
        `\t}`,
        `}`,
      ].join('\n'),
    };
  }
  yield {
    label: 'ask query',
    detail: 'yes or no',
    keywords: ['true', 'whether'],
    insertText: `${head}ASK {\n\t${pattern} ${prefix}:\${2:relation} ${schema && !schema.machineIds ? '?\${3:y}' : `${prefix}:\${3:m.0}`} .$0\n}`,
  };
}

function* patterns(context: CompletionContext): Iterable<Snippet> {
  const { schema } = context;
  if (!schema) return;
  const name = memoize((id: string) => escapeSnippet(context.writeName(id).insertText));
  const { additionalEdits: also } = context.writeName('common.topic');
  const variables = typedVariables(context, schema);
  const [first] = variables;
  const subject = first ? `?${first.name}` : '?x';
  if (schema.hasRelation('film.film.starring'))
    yield {
      label: 'mediator hop',
      detail: 'through a fact with several parts (CVT)',
      keywords: ['cvt', 'hop', 'two steps'],
      insertText: `\${1:${subject}} ${name('film.film.starring').replace('film.film.starring', '${2:film.film.starring}')} ?\${3:fact} .\n?\${3:fact} ${name('film.performance.actor').replace('film.performance.actor', '${4:film.performance.actor}')} ?\${5:answer} .$0`,
      additionalEdits: also,
    };
  const timeRelations = memoize((type: string) => timeRelationsOf(schema, type));
  const taken = new Set(variablesOf(context.place.query).map((one) => one.name));
  const [begin, end] = [unusedVariableName('from', taken), unusedVariableName('to', taken)];
  for (const { name: variable, types } of variables) {
    for (const type of types) {
      const times = timeRelations(type);
      if (times)
        yield {
          ...holdsNow(variable, name(times.from), name(times.to), begin, end),
          detail: `${labelOf(type)}: started and not ended`,
          additionalEdits: also,
        };
      const family = schema.type(type)?.literal;
      if (family === 'integer' || family === 'float' || family === 'datetime') {
        const [example, datatype] =
          family === 'integer' ? ['0', 'integer'] : family === 'float' ? ['0.0', 'float'] : ['2000', 'gYear'];
        yield {
          label: `compare ?${variable}`,
          detail: `with a ${labelOf(type)} of the right kind`,
          keywords: ['filter', 'comparison', 'greater', 'less'],
          insertText: `FILTER (?${variable} \${1|<,<=,>,>=,=,!=|} "\${2:${example}}"^^${formatDatatype(context.place.query, datatype)})$0`,
        };
      }
    }
  }
  if (schema.hasRelation('type.object.name'))
    yield {
      label: 'English name',
      detail: 'the name of something in English',
      keywords: ['name', 'label', 'lang'],
      insertText: `\${1:${subject}} ${name('type.object.name')} ?\${2:name} .\nFILTER (LANG(?\${2:name}) = "en")$0`,
      additionalEdits: also,
    };
}

/** The relations of a mediator that give the start and the end of a fact, if it has both. */
function timeRelationsOf(
  schema: KbSchema,
  type: string,
): { readonly from: string; readonly to: string } | false {
  if (!schema.isMediator(type)) return false;
  const dates = schema.relationsOf(type).filter((id) => {
    const range = schema.relation(id)?.range;
    return range !== undefined && schema.type(range)?.literal === 'datetime';
  });
  const from = dates.find((id) => /(?:^|[._])(?:from|start|begin)/.test(id.slice(id.lastIndexOf('.'))));
  const to = dates.find((id) => /(?:^|[._])(?:to|end|until)(?:_|$)/.test(id.slice(id.lastIndexOf('.'))));
  return from !== undefined && to !== undefined && { from, to };
}

/**
 * A fact holds now if it has started and has not ended. Freebase mixes years, dates and times; compared as strings, they
 * are in the right order.
 */
function holdsNow(variable: string, from: string, to: string, begin: string, end: string): Snippet {
  return {
    label: `?${variable} holds now`,
    keywords: ['now', 'current', 'today', 'time constraint'],
    insertText: [
      `OPTIONAL { ?${variable} ${from} ?${begin} . }`,
      `OPTIONAL { ?${variable} ${to} ?${end} . }`,
      `FILTER (!BOUND(?${begin}) || STR(?${begin}) <= STR(NOW()))`,
      `FILTER (!BOUND(?${end}) || STR(?${end}) >= STR(NOW()))$0`,
    ].join('\n'),
  };
}

function count({ place }: CompletionContext): Snippet {
  const [first] = variablesOf(place.query);
  return {
    label: 'count',
    detail: 'how many there are',
    keywords: ['number', 'how many', 'aggregate'],
    insertText: `(COUNT(DISTINCT ?\${1:${first?.name ?? 'x'}}) AS ?\${2:count})$0`,
  };
}

function* superlatives(context: CompletionContext): Iterable<Snippet> {
  const measures = context.schema
    ? typedVariables(context, context.schema).filter(({ types }) =>
        types.some((type) => context.schema?.type(type)?.kind === 'literal'),
      )
    : [];
  const by = `?\${1:${measures[0]?.name ?? 'value'}}`;
  for (const [label, order, ...keywords] of [
    ['argmax', `DESC(${by})`, 'highest', 'most', 'latest'],
    ['argmin', by, 'lowest', 'least', 'earliest'],
  ] as const)
    yield {
      label,
      detail: `the one with the ${keywords[0]} value`,
      keywords: ['order', 'superlative', ...keywords],
      insertText: `ORDER BY ${order}\nLIMIT 1$0`,
    };
}

/** The variables of the patterns with their known types. */
function typedVariables(
  context: CompletionContext,
  schema: KbSchema,
): readonly { readonly name: string; readonly types: readonly string[] }[] {
  const inference = context.inference();
  const typesByName = new Map<string, Set<string>>();
  for (const scope of inference?.scopes.all ?? []) {
    const seen = new Set<string>();
    for (const { subject, object } of scope.links) {
      for (const node of [subject, object]) {
        if (node.term?.kind !== 'variable' || node.term.name.startsWith('funfusic_') || !inference) continue;
        if (seen.has(node.key)) continue;
        seen.add(node.key);
        const types = typesByName.get(node.term.name) ?? new Set();
        for (const type of typesOfNode(inference, scope, node)) if (schema.hasType(type)) types.add(type);
        typesByName.set(node.term.name, types);
      }
    }
  }
  return [...typesByName].map(([name, types]) => ({ name, types: [...types] }));
}
