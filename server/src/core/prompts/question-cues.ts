/** What kind of answer the words of a question ask for, roughly: enough to prefer a question of the same kind. */

const CUES: readonly (readonly [string, RegExp])[] = [
  ['count', /\bhow many\b|\bnumber of\b/],
  [
    'superlative',
    /\b(?:most|least|first|last|latest|earliest|oldest|youngest|\w{2,}(?:gest|hest|test|lest|nest|rest|kest|pest|vest|west|iest)|best|worst)\b/,
  ],
  ['comparison', /\b(?:more|less|fewer|\w+er) than\b|\bat (?:least|most)\b|\b(?:before|after|since|until)\b/],
  ['year', /\b1\d{3}\b|\b20\d{2}\b/],
  ['yes or no', /^(?:is|are|was|were|do|does|did|has|have|had|can|could)\b/],
];

/** Names of the cues, joined: two questions of one kind have the same. */
export function cuesOf(question: string): string {
  const text = question.trim().toLowerCase();
  return CUES.flatMap(([name, cue]) => (cue.test(text) ? [name] : [])).join(' ');
}
