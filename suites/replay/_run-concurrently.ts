/**
 * Starts the same operation several times concurrently, waits until all have ended, then throws the error of the
 * first that failed.
 */
export async function runConcurrently<T>(count: number, start: () => Promise<T>): Promise<T[]> {
  const ended = await Promise.allSettled(Array.from({ length: count }, start));
  return ended.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}
