/** A line for the profile that declares something of the collection at a path, in YAML. */
export function writeResourceLine(path: string, declared: string): string {
  // In YAML, braces end a plain scalar within braces.
  const place = /^[\w/.-]+$/.test(path) ? path : JSON.stringify(path);
  return `resources: [{ collection: ${place}, ${declared} }]`;
}

/** The same for a key, `resources[].pagination.params.size`, with a gap for its value; undefined for keys of another kind. */
export function writeResourceKey(path: string, key: string): string | undefined {
  const [, names] = /^resources\[\]\.([\w.]+)$/.exec(key) ?? [];
  const declared = names
    ?.split('.')
    .reduceRight((value, name) => `${name}: ${value.includes(':') ? `{ ${value} }` : value}`, '…');
  return declared === undefined ? undefined : writeResourceLine(path, declared);
}
