/** Starts the same several times at once, and waits until all have ended; then throws what the first to fail threw. */
export async function together<T>(count: number, start: () => Promise<T>): Promise<T[]> {
  const ended = await Promise.allSettled(Array.from({ length: count }, start));
  return ended.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}
