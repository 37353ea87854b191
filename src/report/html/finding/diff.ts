/** A line of two compared values. */
export interface DiffLine {
  readonly kind: 'same' | 'expected' | 'actual' | 'skipped';
  readonly text: string;
}

/** Unchanged lines kept around a difference. */
const contextLines = 3;

/** Compares two texts line by line: lines of only one text, and shared lines near these. */
export function diffLines(expected: readonly string[], actual: readonly string[]): DiffLine[] {
  const lengths = computeCommonLengths(expected, actual);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < expected.length || j < actual.length) {
    if (i < expected.length && j < actual.length && expected[i] === actual[j]) {
      lines.push({ kind: 'same', text: expected[i] ?? '' });
      i++;
      j++;
    } else if (
      j >= actual.length ||
      (i < expected.length && getLength(lengths, i + 1, j) >= getLength(lengths, i, j + 1))
    ) {
      lines.push({ kind: 'expected', text: expected[i++] ?? '' });
    } else lines.push({ kind: 'actual', text: actual[j++] ?? '' });
  }
  return skipUnchanged(lines);
}

const getLength = (lengths: readonly Uint16Array[], i: number, j: number): number => lengths[i]?.[j] ?? 0;

/** Lengths of the longest common run of lines from each pair of positions on. */
function computeCommonLengths(left: readonly string[], right: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i--) {
    const row = lengths[i];
    for (let j = right.length - 1; row && j >= 0; j--) {
      row[j] =
        left[i] === right[j]
          ? getLength(lengths, i + 1, j + 1) + 1
          : Math.max(getLength(lengths, i + 1, j), getLength(lengths, i, j + 1));
    }
  }
  return lengths;
}

function skipUnchanged(lines: readonly DiffLine[]): DiffLine[] {
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - contextLines), index + contextLines + 1).some(({ kind }) => kind !== 'same');
  const kept: DiffLine[] = [];
  let missing = 0;
  for (const [index, line] of lines.entries()) {
    if (isNear(index)) {
      if (missing > 0) kept.push(createSkippedLine(missing));
      missing = 0;
      kept.push(line);
    } else missing++;
  }
  return missing > 0 ? [...kept, createSkippedLine(missing)] : kept;
}

const createSkippedLine = (count: number): DiffLine => ({
  kind: 'skipped',
  text: `${count} equal ${count === 1 ? 'line' : 'lines'}`,
});
