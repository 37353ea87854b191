/** Most requests of a survey that are under way at once; the client's pace holds besides. */
export const maxInFlight = 6;

/** Does the same to all, a few at a time, and gives what came of it in the order of what was given. */
export async function mapConcurrently<T, R>(
  all: readonly T[],
  work: (one: T, index: number) => Promise<R>,
  most = maxInFlight,
): Promise<R[]> {
  const results: R[] = [];
  const rest = all.entries();
  const lane = async () => {
    for (const [index, one] of rest) results[index] = await work(one, index);
  };
  await Promise.all(Array.from({ length: Math.min(most, all.length) }, lane));
  return results;
}
