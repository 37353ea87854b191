import { parseMediaType } from '../../model/field/media-type.js';
import type { Json, JsonObject } from '../../model/json.js';

/** A media type with its description. */
type MediaTypeEntry = readonly [type: string, description: Json];

/** Chooses the best JSON media type: plain JSON first; for patches, merge patch (RFC 7396). */
export function chooseJsonMedia(content: JsonObject, isPatch: boolean): MediaTypeEntry | undefined {
  return chooseBest(content, isPatch ? [/^application\/merge-patch\+json$/, ...jsonTypePatterns] : jsonTypePatterns);
}

/** Chooses a media type that can be sent: JSON, or a form if nothing else is accepted. */
export const chooseSendableMedia = (content: JsonObject, isPatch: boolean): MediaTypeEntry | undefined =>
  chooseJsonMedia(content, isPatch) ?? chooseBest(content, [/^application\/x-www-form-urlencoded$/]);

function chooseBest(content: JsonObject, order: readonly RegExp[]): MediaTypeEntry | undefined {
  const entries = Object.entries(content).filter(([type]) => !parseMediaType(type).isJsonPatch);
  for (const wanted of order) {
    const found = entries.find(([type]) => wanted.test(parseMediaType(type).essence));
    if (found) return found;
  }
  return undefined;
}

const jsonTypePatterns = [/^application\/json$/, /^[^/]+\/[^/]+\+json$/, /^text\/json$/, /^(\*|application)\/\*$/];
