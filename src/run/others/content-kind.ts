import type { ClientRequest } from '../../http/exchange.js';
import { parseMediaType } from '../../model/field/media-type.js';
import { isObject, type Json } from '../../model/json.js';

/** What the content of an unsafe request is, as far as its text says it. */
export type ContentKind = 'object' | 'no members' | 'no object' | 'empty' | 'no JSON' | 'array';

/** What is classified. */
export type SentParts = Pick<ClientRequest, 'content' | 'headers'>;

/** Classifies the content of a request. A JSON Patch and a form count as objects: they name members. */
export function classifyContent(request: SentParts): ContentKind {
  const text = request.content?.replace(/^\uFEFF/, '').trim() ?? '';
  const type = readMediaType(request);
  if (text === '') return 'empty';
  if (/form/i.test(type)) return 'object';
  // A lenient reader may take "[[[" for a list, too.
  if (text.startsWith('[')) return parseMediaType(type).isJsonPatch && parse(text) !== undefined ? 'object' : 'array';
  const json = parse(text);
  if (json === undefined) return 'no JSON';
  if (!isObject(json)) return 'no object';
  return Object.keys(json).length === 0 ? 'no members' : 'object';
}

/** The object that a request sends; undefined for anything else. */
export function readSentObject({ content = '' }: SentParts): Json | undefined {
  const json = parse(content);
  return isObject(json) ? json : undefined;
}

function readMediaType({ headers = {} }: SentParts): string {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return typeof found === 'string' ? found : '';
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

export const collectTexts = (value: Json | undefined): string[] => {
  if (typeof value === 'string') return [value];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(collectTexts);
};
