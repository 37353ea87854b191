import type { Json, JsonObject } from '../../model/json.js';

/** A media type with what a document says of it. */
type Media = readonly [type: string, said: Json];

/** The best JSON media type: plain JSON first, for patches the one whose meaning is written down (RFC 7396). */
export function jsonMedia(content: JsonObject, isPatch: boolean): Media | undefined {
  return best(content, isPatch ? [/^application\/merge-patch\+json$/, ...jsonTypes] : jsonTypes);
}

/** What can be sent: JSON, or the form of a web page where nothing else is taken. */
export const sendableMedia = (content: JsonObject, isPatch: boolean): Media | undefined =>
  jsonMedia(content, isPatch) ?? best(content, [/^application\/x-www-form-urlencoded$/]);

function best(content: JsonObject, order: readonly RegExp[]): Media | undefined {
  const entries = Object.entries(content).filter(([type]) => !/json-patch\+json/.test(type));
  for (const wanted of order) {
    const found = entries.find(([type]) => wanted.test(essenceOf(type)));
    if (found) return found;
  }
  return undefined;
}

const jsonTypes = [/^application\/json$/, /^[^/]+\/[^/]+\+json$/, /^text\/json$/, /^(\*|application)\/\*$/];
const essenceOf = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase();
