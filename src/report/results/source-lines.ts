/** Finds the line, from 1, on which a profile names the path of a collection, in YAML or JSON. */
export const findProfileLine = (text: string, path: string): number | undefined =>
  findLine(
    text.split('\n'),
    new RegExp(`(^|[\\s{,-])["']?collection["']?\\s*:\\s*["']?${escapePattern(path)}["']?\\s*([,}#\\r]|$)`),
  );

/** Finds the line, from 1, of a path of an OpenAPI document, or of a method below it; names of parameters do not matter. */
export function findDocumentLine(text: string, path: string, method?: string): number | undefined {
  const lines = text.split('\n');
  const template = escapePattern(path).replaceAll(/\\\{[^}]*\\\}/g, '\\{[^}]*\\}');
  const at = findLine(lines, new RegExp(`^\\s*["']?${template}["']?\\s*:`));
  if (at === undefined || method === undefined) return at;
  const depth = measureIndent(lines[at - 1] ?? '');
  const below = lines.slice(at).findIndex((line) => line.trim() !== '' && measureIndent(line) <= depth);
  const own = lines.slice(at, below < 0 ? undefined : at + below);
  const offset = findLine(own, new RegExp(`^\\s*["']?${method.toLowerCase()}["']?\\s*:`));
  return offset === undefined ? at : at + offset;
}

function findLine(lines: readonly string[], pattern: RegExp): number | undefined {
  const index = lines.findIndex((line) => pattern.test(line));
  return index < 0 ? undefined : index + 1;
}

const measureIndent = (line: string): number => /^\s*/.exec(line)?.[0].length ?? 0;

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
