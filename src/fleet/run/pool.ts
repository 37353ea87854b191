/** Works through entries, so many at the same time; stops taking new ones when the signal is aborted. An entry that is returned is put at the end. */
export async function runPool<T>(
  entries: readonly T[],
  size: number,
  work: (entry: T) => Promise<T | undefined>,
  signal: AbortSignal,
): Promise<void> {
  const waiting = [...entries];
  const takeNext = async (): Promise<void> => {
    for (let entry = waiting.shift(); entry !== undefined && !signal.aborted; entry = waiting.shift()) {
      const again = await work(entry);
      if (again !== undefined) waiting.push(again);
    }
  };
  await Promise.all(Array.from({ length: Math.min(size, entries.length) }, takeNext));
}
