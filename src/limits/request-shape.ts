import { isObject, type Json } from '../model/json.js';

/** A request as far as its shape is concerned. */
export interface ShapedRequest {
  readonly method: string;
  readonly path: string;
  readonly content?: string | undefined;
}

/**
 * What requests have in common that differ in ids, texts and numbers only: letters and digits become `W`, and of members and
 * elements the different ones remain. What is unusual in a request remains: `GET /W/W%FF`, `PUT /W/W {W,[[W]]}`.
 */
export const buildRequestShape = ({ method, path, content }: ShapedRequest): string =>
  `${method} ${reduceText(path)}${content === undefined ? '' : ` ${reduceContent(content)}`}`;

/** Percent-encoded octets, ASCII punctuation, control characters and characters without a meaning stay; words in a row become one. */
const reduceText = (text: string): string =>
  text
    .slice(0, maxLength)
    .replace(/%[0-9a-f]{2}|[a-z0-9._ -]+|[^\0-\x7f\p{Cs}\p{Cn}]+/giu, (part) =>
      /^%/.test(part) ? part.toUpperCase() : 'W',
    )
    .replace(/W+/g, 'W');

/** Maximum length of a text that is compared. */
const maxLength = 512;

function reduceContent(content: string): string {
  try {
    return reduceJson(JSON.parse(content) as Json);
  } catch {
    return reduceText(content);
  }
}

function reduceJson(json: Json): string {
  if (Array.isArray(json)) return `[${reduceParts(json as readonly Json[])}]`;
  if (isObject(json)) return `{${reduceParts(Object.values(json))}}`;
  return json === null ? 'null' : reduceText(String(json));
}

/** Without parts, the same as with a usual one. */
const reduceParts = (parts: readonly Json[]): string => [...new Set(parts.map(reduceJson))].sort().join() || 'W';
