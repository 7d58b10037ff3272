/** What the verifiers themselves would change. */
import type { Fix } from '../../../verify/verifier';
import type { Move } from '../move';
import type { Scene } from '../scene';

export function offeredFixes({ judged: { findings }, model: { text } }: Scene): readonly Move[] {
  return findings.flatMap(({ fixes = [], strength }) =>
    fixes.map((fix, index) => ({
      edits: fix.edits,
      change: wordsFor(fix, text),
      cost: (fix.safety === 'safe' ? 0.2 : strength === 'strong' ? 0.6 : 0.9) + 0.3 * index,
    })),
  );
}

function wordsFor({ title, edits }: Fix, text: string): string {
  const [only, ...more] = edits;
  if (!only || more.length) return title;
  const before = text.slice(only.range.start, only.range.end).trim();
  return before && only.newText.trim() && before.length + only.newText.length < 160
    ? `${before} → ${only.newText.trim()}`
    : title;
}
