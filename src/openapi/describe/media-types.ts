import type { Json, JsonObject } from '../../model/json.js';

/** A media type with what a document says of it. */
type MediaTypeEntry = readonly [type: string, said: Json];

/** The best JSON media type: plain JSON first, for patches the one whose meaning is written down (RFC 7396). */
export function chooseJsonMedia(content: JsonObject, isPatch: boolean): MediaTypeEntry | undefined {
  return chooseBest(content, isPatch ? [/^application\/merge-patch\+json$/, ...jsonTypePatterns] : jsonTypePatterns);
}

/** What can be sent: JSON, or the form of a web page where nothing else is taken. */
export const chooseSendableMedia = (content: JsonObject, isPatch: boolean): MediaTypeEntry | undefined =>
  chooseJsonMedia(content, isPatch) ?? chooseBest(content, [/^application\/x-www-form-urlencoded$/]);

function chooseBest(content: JsonObject, order: readonly RegExp[]): MediaTypeEntry | undefined {
  const entries = Object.entries(content).filter(([type]) => !/json-patch\+json/.test(type));
  for (const wanted of order) {
    const found = entries.find(([type]) => wanted.test(getEssence(type)));
    if (found) return found;
  }
  return undefined;
}

const jsonTypePatterns = [/^application\/json$/, /^[^/]+\/[^/]+\+json$/, /^text\/json$/, /^(\*|application)\/\*$/];
const getEssence = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase();
