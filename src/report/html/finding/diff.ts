/** A line of two values laid beside each other. */
export interface Line {
  readonly kind: 'same' | 'expected' | 'actual' | 'skipped';
  readonly text: string;
}

/** Unchanged lines kept around a difference. */
const around = 3;

/** Both texts as one, line by line: what only one of them has, and what they share near that. */
export function diff(expected: readonly string[], actual: readonly string[]): Line[] {
  const lengths = common(expected, actual);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < expected.length || j < actual.length) {
    if (i < expected.length && j < actual.length && expected[i] === actual[j]) {
      lines.push({ kind: 'same', text: expected[i] ?? '' });
      i++;
      j++;
    } else if (j >= actual.length || (i < expected.length && at(lengths, i + 1, j) >= at(lengths, i, j + 1))) {
      lines.push({ kind: 'expected', text: expected[i++] ?? '' });
    } else lines.push({ kind: 'actual', text: actual[j++] ?? '' });
  }
  return skipped(lines);
}

const at = (lengths: readonly Uint16Array[], i: number, j: number): number => lengths[i]?.[j] ?? 0;

/** Lengths of the longest common run of lines from each pair of places on. */
function common(left: readonly string[], right: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i--) {
    const row = lengths[i];
    for (let j = right.length - 1; row && j >= 0; j--) {
      row[j] =
        left[i] === right[j] ? at(lengths, i + 1, j + 1) + 1 : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  }
  return lengths;
}

function skipped(lines: readonly Line[]): Line[] {
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some(({ kind }) => kind !== 'same');
  const kept: Line[] = [];
  let missing = 0;
  for (const [index, line] of lines.entries()) {
    if (isNear(index)) {
      if (missing > 0) kept.push(gap(missing));
      missing = 0;
      kept.push(line);
    } else missing++;
  }
  return missing > 0 ? [...kept, gap(missing)] : kept;
}

const gap = (count: number): Line => ({
  kind: 'skipped',
  text: `${count} ${count === 1 ? 'line' : 'lines'} the same`,
});
