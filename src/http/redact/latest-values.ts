/** Keeps the latest values that were redacted because of their place: text about an exchange follows it soon. */
export function createLatestValues() {
  const kept = new Set<string>();
  return {
    values: () => [...kept].filter((value) => value.length >= minLatestLength),
    add(values: readonly string[]) {
      for (const value of values) {
        kept.delete(value);
        kept.add(value);
      }
      for (const value of kept) {
        if (kept.size <= maxLatestValues) break;
        kept.delete(value);
      }
    },
  };
}

const maxLatestValues = 256;
/** A shorter value may be part of any sentence about another exchange. */
const minLatestLength = 8;
