/** Maps values, at most `most` at once, in order. After an error no more begin; rejects when all that run have ended. */
export async function mapAtOnce<T, R>(
  all: readonly T[],
  most: number,
  work: (one: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const rest = all.entries();
  let failure: { readonly error: unknown } | undefined;
  const lane = async () => {
    for (const [index, one] of rest) {
      try {
        results[index] = await work(one, index);
      } catch (error) {
        failure ??= { error };
      }
      if (failure) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, all.length) }, lane));
  if (failure) throw failure.error;
  return results;
}
