type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All arrays in a list with its wrapper. */
export function listArrays(value: unknown, depth = 0): unknown[][] {
  if (Array.isArray(value)) return [value];
  return isObject(value) && depth < 2 ? Object.values(value).flatMap((one) => listArrays(one, depth + 1)) : [];
}

/** Texts and numbers of an entry, also those within its links. */
export function listValues(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return isObject(value) ? Object.values(value).flatMap(listValues) : [];
}

/** The members of an item that are no ids, out of its wrapper. */
export function stripItem(json: unknown): Json | undefined {
  if (!isObject(json)) return undefined;
  const values = Object.entries(json);
  const [only] = values;
  if (values.length === 1 && only && isObject(only[1])) return stripItem(only[1]);
  const kept = values.filter(
    ([name]) => !/^(_?id|uuid|self|url|href|_links|key|created|modified|etag)$|_?(id|number)$/i.test(name),
  );
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
