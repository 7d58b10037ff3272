/** Messages from the result panel to the extension. Pages import only the types, so that zod is not in their bundles. */
import * as z from 'zod/mini';

const text = z.string();
/** An index, an offset, or the ID of a request. */
const index = z.int().check(z.nonnegative());
const indexes = z.readonly(z.array(index));
const texts = z.readonly(z.array(text));
const mention = z.object({ start: index, end: index });

/** The entities of the question as the user has corrected them. */
const choices = z.readonly(z.array(z.object({ iri: text, mention: z.exactOptional(mention) })));

/** An entity that was linked in a question. */
const linked = z.object({ name: text, alias: z.exactOptional(text), mention: z.exactOptional(mention) });

const term = z.discriminatedUnion('type', [
  z.object({ type: z.literal('uri'), value: text }),
  z.object({
    type: z.literal('literal'),
    value: text,
    datatype: z.exactOptional(text),
    'xml:lang': z.exactOptional(text),
  }),
]);

/** Requests to the server, with the parameters of the LSP requests. */
const serverRequest = z.discriminatedUnion('what', [
  requestSchema('entities', z.object({ kb: text, iris: texts })),
  requestSchema('facts', z.object({ kb: text, iri: text })),
  requestSchema('neighbourhood', z.object({ kb: text, query: text, iris: texts })),
  requestSchema('pattern', z.object({ query: text, kb: z.exactOptional(text) })),
  requestSchema('whyEmpty', z.object({ kb: text, query: text })),
]);

function requestSchema<What extends string, Params extends z.core.SomeType>(what: What, params: Params) {
  return z.object({ type: z.literal('ask'), id: index, what: z.literal(what), params });
}

export const fromPanel = z.union([
  serverRequest,
  z.discriminatedUnion('type', [
    /** The widths of the page and of the window in pixels. */
    z.object({ type: z.literal('ready'), width: z.number(), windowWidth: z.number() }),
    /** Cancels the request with this ID. */
    z.object({ type: z.literal('drop'), id: index }),
    z.object({ type: z.literal('export'), rows: z.exactOptional(indexes), columns: indexes }),
    /** A PNG is in Base64. */
    z.object({ type: z.literal('exportGraph'), format: z.enum(['svg', 'png']), data: text }),
    z.object({ type: z.literal('copy'), text }),
    /** Inserts a term into the last query. */
    z.object({ type: z.literal('insertTerm'), term }),
    z.object({ type: z.literal('cancel') }),
    z.object({ type: z.literal('runAgain') }),
    z.object({ type: z.literal('openQuery') }),
    /** Reveals a range of the query that was run. */
    z.object({ type: z.literal('reveal'), start: index, end: index }),
    /** Changes the query that was run. The ranges are offsets into it. */
    z.object({
      type: z.literal('changeQuery'),
      edits: z.readonly(z.array(z.object({ range: z.object({ start: index, end: index }), newText: text }))),
    }),
    z.object({ type: z.literal('openText'), text }),
    /** Opens a query in a new document. */
    z.object({ type: z.literal('openDraft'), query: text }),
    z.object({ type: z.literal('copyTrace'), as: z.enum(['json', 'markdown']) }),
    /** The attempt is an index into the attempts of the trace. */
    z.object({ type: z.literal('runAttempt'), attempt: index }),
    z.object({ type: z.literal('showAnswer'), attempt: index }),
    /** On the page of an explained query. */
    z.object({ type: z.literal('checkQuestion') }),
    z.object({ type: z.literal('writeQuestion') }),
    z.object({ type: z.literal('pin'), pinned: z.boolean() }),
    z.object({ type: z.literal('openSchemaPage'), id: text }),
    /** The setting has its full name. */
    z.object({ type: z.literal('changeSetting'), setting: z.string().check(z.regex(/^funfusic\.[\w.]+$/)) }),
    /**
     * Asks a question again. `entities` is set if the user has corrected the entities. With `elsewhere`, the extension lets the user
     * select another KB.
     */
    z.object({
      type: z.literal('askQuestion'),
      question: text,
      entities: z.exactOptional(choices),
      elsewhere: z.exactOptional(z.literal(true)),
    }),
    /** The extension lets the user select an entity, and asks again with it in place of `instead`, or in addition. */
    z.object({
      type: z.literal('pickEntity'),
      question: text,
      instead: z.exactOptional(linked),
      others: choices,
    }),
    z.object({ type: z.literal('stop') }),
    /** Opens and repairs the query. */
    z.object({ type: z.literal('repair') }),
    /** Runs the query on another KB, which the user selects. */
    z.object({ type: z.literal('runOn') }),
    /** Shows the previous or the next question. */
    z.object({ type: z.literal('visit'), by: z.literal([-1, 1]) }),
  ]),
]);

export type FromPanel = z.infer<typeof fromPanel>;
