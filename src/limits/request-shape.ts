import { type Json, readJson } from '../model/json.js';

export interface ShapedRequest {
  readonly method: string;
  readonly path: string;
  readonly content?: string | undefined;
}

/** Maximum length of a text that is compared. */
const maxLength = 512;

/** Words in a row; the octets of percent-encoding are none. */
const wordPattern = /(?<!%(?=[0-9a-f]{2})|%[0-9a-f](?=[0-9a-f]))(?:[a-z0-9._ -]|[^\0-\x7f\p{Cs}\p{Cn}])+/giu;

/**
 * What requests have in common that differ in ids, texts and numbers only: letters and digits become `W`, and of members and
 * elements the different ones remain. What is unusual in a request remains: `GET /W/W%FF`, `PUT /W/W {W,[[W]]}`.
 */
export function buildRequestShape({ method, path, content }: ShapedRequest): string {
  const place = `${method} ${reduceText(path)}`;
  if (content === undefined) return place;
  const json = readJson(content);
  return `${place} ${json === undefined ? reduceText(content) : reduceJson(json)}`;
}

/** Percent-encoded octets, ASCII punctuation, control characters and characters without a meaning stay; words in a row become one. */
function reduceText(text: string): string {
  const reduced = text.slice(0, maxLength).replace(wordPattern, 'W');
  return reduced.includes('%') ? reduced.toUpperCase() : reduced;
}

function reduceJson(json: Json): string {
  if (json === null) return 'null';
  if (typeof json === 'string') return reduceText(json);
  if (typeof json !== 'object') return 'W';
  const parts = new Set<string>();
  for (const part of Array.isArray(json) ? (json as readonly Json[]) : Object.values(json)) parts.add(reduceJson(part));
  // Without parts, the same as with a usual one.
  const all = parts.size === 0 ? 'W' : [...parts].sort().join();
  return Array.isArray(json) ? `[${all}]` : `{${all}}`;
}
