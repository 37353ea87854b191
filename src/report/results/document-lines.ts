import { normalizeTemplate } from '../../model/service/operation.js';

/** The line, from 1, of each path of an OpenAPI document, and of each method below it, as `POST /orders`. */
export type DocumentLines = ReadonlyMap<string, number>;

const pathLine = /^\s*(?:"(\/[^"]*)"\s*:|'(\/[^']*)'\s*:|(\/\S*?)\s*:(?=\s|$))/;
const methodLine = /^\s*["']?(get|put|post|delete|options|head|patch|trace)["']?\s*:/;

/** Reads the lines of a document in YAML or JSON by their indentation: a document can be long, and have mistakes. */
export function indexDocumentLines(text: string): DocumentLines {
  const lines = new Map<string, number>();
  let path = '';
  let depth = 0;
  // The indentation of what is directly below the path: a method that is deeper is the name of something else.
  let inner: number | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const indent = line.search(/\S/);
    const [, ...found] = pathLine.exec(line) ?? [];
    const next = found.find((name) => name !== undefined);
    if (path !== '' && indent <= depth) path = '';
    if (path === '') {
      if (next === undefined) continue;
      [path, depth, inner] = [normalizeTemplate(next), indent, undefined];
      if (!lines.has(path)) lines.set(path, index + 1);
      continue;
    }
    inner ??= indent;
    const method = indent === inner ? methodLine.exec(line)?.[1]?.toUpperCase() : undefined;
    if (method !== undefined && !lines.has(`${method} ${path}`)) lines.set(`${method} ${path}`, index + 1);
  }
  return lines;
}

/** The line of a method of a path, or of the path; names of parameters do not matter. */
export function findDocumentLine(lines: DocumentLines, path: string, method?: string): number | undefined {
  const template = normalizeTemplate(path);
  return lines.get(`${method} ${template}`) ?? lines.get(template);
}
