/** Maximum number of parallel requests of a survey, within the rate of the client. */
export const maxInFlight = 6;

/** Maps values with limited concurrency; results are in the order of the values. */
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
