/** A range of a text that is hidden, and its replacement. */
export interface Mask {
  readonly from: number;
  readonly to: number;
  readonly shown: string;
}

/** Merges overlapping masks and sorts them; the longest one gives the name, or the first of equals. */
export function mergeMasks(masks: readonly Mask[]): Mask[] {
  const sorted = [...masks].sort((a, b) => a.from - b.from || b.to - a.to);
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

/** Applies masks to a text, up to `limit` characters of the original. The number of lines does not change. */
export function applyMasks(text: string, masks: readonly Mask[], limit = text.length): string {
  let result = '';
  let at = 0;
  for (const { from, to, shown } of masks) {
    if (from >= limit) break;
    const lines = text.slice(from, to).split('\n').length - 1;
    result += text.slice(at, from) + shown + '\n'.repeat(lines);
    at = to;
  }
  return at < limit ? result + text.slice(at, limit) : result;
}
