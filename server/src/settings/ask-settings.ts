/** The settings of asking: read as a group, because most of them are numbers between bounds. */
import * as z from 'zod/mini';
import type { AskOptions } from '../core/ask/ask-ports';
import { STRATEGIES } from '../core/ask/strategy';

export interface AskSettings extends Pick<
  AskOptions,
  'strategy' | 'fallBack' | 'threshold' | 'funFusic' | 'rngKbqa' | 'chatKbqa' | 'fidelis'
> {
  readonly caps: { readonly queries: number; readonly seconds: number };
}

export const STRATEGY_CHOICES = ['auto', ...STRATEGIES] as const;

export const defaultAskSettings: AskSettings = {
  strategy: 'auto',
  fallBack: true,
  threshold: 0.2,
  caps: { queries: 500, seconds: 120 },
  funFusic: { paths: 5, classes: 10, relations: 10 },
  rngKbqa: { keep: 10, shown: 5, executed: 20 },
  chatKbqa: { skeletons: 8, entities: 5, relations: 15, executed: 200 },
  fidelis: { steps: 30, beam: 3, length: 3, lookAhead: 0.3 },
};

const BOUNDS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  threshold: [0, 1],
  'caps.queries': [1, 100_000],
  'caps.seconds': [1, 86_400],
  'funFusic.paths': [0, 100],
  'funFusic.classes': [0, 100],
  'funFusic.relations': [0, 100],
  'rngKbqa.keep': [1, 1000],
  'rngKbqa.shown': [1, 100],
  'rngKbqa.executed': [1, 1000],
  'chatKbqa.skeletons': [1, 50],
  'chatKbqa.entities': [1, 100],
  'chatKbqa.relations': [1, 100],
  'chatKbqa.executed': [1, 10_000],
  'fidelis.steps': [1, 500],
  'fidelis.beam': [1, 20],
  'fidelis.length': [1, 5],
  'fidelis.lookAhead': [0, 1],
};

type Read = <Type>(schema: z.ZodMiniType<Type>, name: string, raw: unknown, fallback: Type) => Type;

export function readAskSettings(read: Read, rawIn: (group: string, name: string) => unknown): AskSettings {
  const fallback = defaultAskSettings;
  const numbers = <Group extends Readonly<Record<string, number>>>(group: string, defaults: Group): Group => {
    const nested = rawIn('ask', group);
    const raw = (name: string): unknown =>
      isRecord(nested) ? nested[name] : rawIn('ask', `${group}.${name}`);
    return Object.fromEntries(
      Object.entries(defaults).map(([name, value]) => [
        name,
        read(numberOf(`${group}.${name}`, value), `ask.${group}.${name}`, raw(name), value),
      ]),
    ) as Group;
  };
  return {
    strategy: read<AskSettings['strategy']>(
      z.enum(STRATEGY_CHOICES),
      'ask.strategy',
      rawIn('ask', 'strategy'),
      fallback.strategy,
    ),
    fallBack: read(z.boolean(), 'ask.fallBack', rawIn('ask', 'fallBack'), fallback.fallBack),
    threshold: read(
      numberOf('threshold', 0.5),
      'ask.threshold',
      rawIn('ask', 'threshold'),
      fallback.threshold,
    ),
    caps: numbers('caps', fallback.caps),
    funFusic: numbers('funFusic', fallback.funFusic),
    rngKbqa: numbers('rngKbqa', fallback.rngKbqa),
    chatKbqa: numbers('chatKbqa', fallback.chatKbqa),
    fidelis: numbers('fidelis', fallback.fidelis),
  };
}

/** Counts are whole numbers; weights are not. */
function numberOf(name: string, fallback: number): z.ZodMiniType<number> {
  const [least, most] = BOUNDS[name] ?? [0, Infinity];
  const bounds = [z.minimum(least), z.maximum(most)] as const;
  return Number.isInteger(fallback) && most > 1 ? z.int().check(...bounds) : z.number().check(...bounds);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
