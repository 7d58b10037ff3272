import type { OptionSpec } from './arguments';

export const SCHEMA_OPTION: OptionSpec = {
  value: 'FILE',
  help: 'a custom KB schema (JSON) instead of the bundled Freebase schema',
};
