/** Words that user-visible text avoids, because VS Code, LSP and SPARQL have established terms. */
export const AVOIDED: readonly string[] = [
  'told|tells?|telling|said|says?',
  'goes? on|gone on|going on',
  'anew|once more',
  'mend(?:s|ed|ing)?|made well',
  'comes? (?:along|with)|came along',
  'is away|be had',
  'turned away',
  'one at a time|its turn',
  'leave to',
  'fewest|no more than|so many',
  'scene|bench|door|house|world',
  'settle[sd]?',
  'a form|forms of',
  'reading|read back|in words|into words',
  'considered',
  'of (?:your|their|its|one’s) own',
  'stands?|stood',
  'what is',
  'by hand',
  'kept',
  'sure|sureness',
];

const PATTERN = new RegExp(`\\b(?:${AVOIDED.join('|')})\\b`, 'i');

/** Returns the first word of a text that should be replaced. */
export const avoidedWordIn = (text: string): string | undefined => PATTERN.exec(text)?.[0];
