/** A stretch of a text that is not shown, and what is shown for it. */
export interface Mask {
  readonly from: number;
  readonly to: number;
  readonly shown: string;
}

/** Blots that do not overlap, in order; where some do, the longest gives the name, and the first of equals. */
export function mergeMasks(blots: readonly Mask[]): Mask[] {
  const sorted = [...blots].sort((a, b) => a.from - b.from || b.to - a.to);
  const apart: { from: number; to: number; shown: string; widest: number }[] = [];
  for (const { from, to, shown } of sorted) {
    const last = apart.at(-1);
    if (last === undefined || from >= last.to) {
      apart.push({ from, to, shown, widest: to - from });
      continue;
    }
    if (to - from > last.widest) {
      last.shown = shown;
      last.widest = to - from;
    }
    last.to = Math.max(last.to, to);
  }
  return apart;
}

/** The text with its blots in place, up to `limit` characters of what it was. Lines stay as many as they are. */
export function applyMasks(text: string, blots: readonly Mask[], limit = text.length): string {
  let result = '';
  let at = 0;
  for (const { from, to, shown } of blots) {
    if (from >= limit) break;
    const lines = text.slice(from, to).split('\n').length - 1;
    result += text.slice(at, from) + shown + '\n'.repeat(lines);
    at = to;
  }
  return at < limit ? result + text.slice(at, limit) : result;
}
