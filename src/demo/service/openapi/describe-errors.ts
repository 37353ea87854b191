import { errorShapes } from '../http/error-shapes.js';
import { isObject, type Json, type JsonObject } from '../http/json.js';
import type { Settings } from '../settings.js';
import { problemType } from './document-parts.js';

/** The document with its errors in the shape of the settings. */
export function errorsIn({ errorShape }: Settings, document: Json): Json {
  const { mediaType } = errorShapes[errorShape];
  return mediaType === problemType ? document : reshaped(document, mediaType);
}

function reshaped(value: Json, mediaType: string | undefined): Json {
  if (Array.isArray(value)) return value.map((inner) => reshaped(inner, mediaType));
  if (!isObject(value)) return value;
  const { content, ...others } = value;
  const problem = isObject(content) ? content[problemType] : undefined;
  const rest = Object.entries(problem === undefined ? value : others);
  const kept = Object.fromEntries(rest.map(([name, inner]) => [name, reshaped(inner ?? null, mediaType)]));
  return problem === undefined || mediaType === undefined ? kept : withContent(kept, { [mediaType]: problem });
}

const withContent = (response: JsonObject, content: JsonObject): JsonObject => ({ ...response, content });
