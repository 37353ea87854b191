/** Computes a value for each text once. */
export function memoize<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, { readonly value: T }>();
  return (text) => {
    const found = known.get(text) ?? { value: compute(text) };
    known.set(text, found);
    return found.value;
  };
}

/** Computes a value for each list of paths once. */
export function memoizeList<T>(compute: (paths: readonly string[]) => T): (paths: readonly string[]) => T {
  const computeJoined = memoize((paths) => compute(paths.split('\n')));
  return (paths) => computeJoined(paths.join('\n'));
}
