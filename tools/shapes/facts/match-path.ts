/** A path template, ready to be compared with paths. */
export interface PathPattern {
  readonly template: string;
  /** The encoded values of the parameters in their order; undefined: the path is another one. */
  match(path: string): readonly string[] | undefined;
}

/** Reads a template whose parameters are in braces. */
export function compileTemplate(template: string): PathPattern {
  const source = template
    .split(/\{[^}]*\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('([^/:]+)');
  const pattern = new RegExp(`^${source}$`);
  return { template, match: (path) => pattern.exec(path)?.slice(1) };
}

/** Replaces the parameters of a template by values, in their order. */
export function fillTemplate(template: string, values: readonly string[]): string {
  let index = 0;
  return template.replaceAll(/\{[^}]*\}/g, () => encodeURIComponent(values[index++] ?? ''));
}
