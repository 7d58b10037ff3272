/** Messages from the Ask view to the extension. Its page imports only the type. */
import * as z from 'zod/mini';

const text = z.string();

export const fromAskView = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('ask'), question: text }),
  z.object({ type: z.literal('stop') }),
  z.object({ type: z.literal('open'), id: text }),
  z.object({ type: z.literal('again'), id: text }),
  z.object({ type: z.literal('delete'), id: text }),
  z.object({ type: z.literal('choose'), what: z.enum(['kb', 'strategy', 'model']) }),
]);

export type FromAskView = z.infer<typeof fromAskView>;
