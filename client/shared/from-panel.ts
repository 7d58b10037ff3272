/** Messages from the result panel to the extension. Pages import only the types, so that zod is not in their bundles. */
import * as z from 'zod/mini';

const text = z.string();
/** A place in a list, an offset, or a number that counts questions. */
const place = z.int().check(z.nonnegative());
const places = z.readonly(z.array(place));
const texts = z.readonly(z.array(text));
const mention = z.object({ start: place, end: place });

/** Which entities the user means: these and no others. */
const choices = z.readonly(z.array(z.object({ iri: text, mention: z.exactOptional(mention) })));

/** Of an entity that was found in a question. */
const linked = z.object({ name: text, alias: z.exactOptional(text), mention: z.exactOptional(mention) });

/** Requests to the server, with the parameters of the LSP requests. */
const question = z.discriminatedUnion('what', [
  asking('entities', z.object({ kb: text, iris: texts })),
  asking('facts', z.object({ kb: text, iri: text })),
  asking('neighbourhood', z.object({ kb: text, query: text, iris: texts })),
  asking('pattern', z.object({ query: text, kb: z.exactOptional(text) })),
  asking('whyEmpty', z.object({ kb: text, query: text })),
]);

function asking<What extends string, Params extends z.core.SomeType>(what: What, params: Params) {
  return z.object({ type: z.literal('ask'), id: place, what: z.literal(what), params });
}

export const fromPanel = z.union([
  question,
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('ready') }),
    /** The question with this id needs no answer any more. */
    z.object({ type: z.literal('drop'), id: place }),
    z.object({ type: z.literal('export'), rows: z.exactOptional(places), columns: places }),
    z.object({ type: z.literal('copy'), text }),
    z.object({ type: z.literal('cancel') }),
    z.object({ type: z.literal('runAgain') }),
    z.object({ type: z.literal('openQuery') }),
    /** In the query as it was run. */
    z.object({ type: z.literal('reveal'), start: place, end: place }),
    z.object({ type: z.literal('openText'), text }),
    /** Opens a query in a new document. */
    z.object({ type: z.literal('openDraft'), query: text }),
    z.object({ type: z.literal('copyTrace'), as: z.enum(['json', 'markdown']) }),
    /** By their places among the attempts of a trace. */
    z.object({ type: z.literal('runAttempt'), attempt: place }),
    z.object({ type: z.literal('showAnswer'), attempt: place }),
    /** For an explained query. */
    z.object({ type: z.literal('checkQuestion') }),
    z.object({ type: z.literal('writeQuestion') }),
    z.object({ type: z.literal('pin'), pinned: z.boolean() }),
    z.object({ type: z.literal('openSchemaPage'), id: text }),
    /** By its whole name. */
    z.object({ type: z.literal('changeSetting'), setting: z.string().check(z.regex(/^funfusic\.[\w.]+$/)) }),
    /**
     * On the question page. `entities` is set if the user has chosen, removed or corrected entities;
     * `elsewhere` asks another KB, which the host asks for.
     */
    z.object({
      type: z.literal('askQuestion'),
      question: text,
      entities: z.exactOptional(choices),
      elsewhere: z.exactOptional(z.literal(true)),
    }),
    /** The host lets the user find an entity, and asks again with it in the place of `instead`, or as one more. */
    z.object({
      type: z.literal('pickEntity'),
      question: text,
      instead: z.exactOptional(linked),
      others: choices,
    }),
    z.object({ type: z.literal('stop') }),
    /** Opens the query, and repairs it. */
    z.object({ type: z.literal('repair') }),
    /** Runs the query on another KB; the host asks which. */
    z.object({ type: z.literal('runOn') }),
    /** To the question before, or after. */
    z.object({ type: z.literal('visit'), by: z.literal([-1, 1]) }),
  ]),
]);

export type FromPanel = z.infer<typeof fromPanel>;
