/** Random choices that depend only on what is chosen for, so that nothing needs to be remembered. */

/** A hash of 32 bits (FNV-1a). */
export function hashText(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mix(hash, text.length);
}

/** Two numbers of 32 bits as one. */
export function mix(left: number, right: number): number {
  let hash = Math.imul(left ^ Math.imul(right, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x27d4eb2f);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** A number from 0 to 1, without 1. */
export function toChance(hash: number): number {
  return (hash >>> 0) / 4294967296;
}
