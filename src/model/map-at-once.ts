/**
 * Maps values, at most `most` at once, each as soon as one before it is done; results are in the order of the values. Rejects
 * with the first error; what is under way then goes on.
 */
export async function mapAtOnce<T, R>(
  all: readonly T[],
  most: number,
  work: (one: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const rest = all.entries();
  const lane = async () => {
    for (const [index, one] of rest) results[index] = await work(one, index);
  };
  await Promise.all(Array.from({ length: Math.min(most, all.length) }, lane));
  return results;
}
