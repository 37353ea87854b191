import { errorShapes } from '../http/error-shapes.js';
import { isObject, type Json, type JsonObject } from '../http/json.js';
import type { Settings } from '../settings.js';
import { problemType } from './document-parts.js';

/** The document with errors in the format of the settings. */
export function describeErrors({ errorShape }: Settings, document: Json): Json {
  const { mediaType } = errorShapes[errorShape];
  return mediaType === problemType ? document : reshapeErrors(document, mediaType);
}

function reshapeErrors(value: Json, mediaType: string | undefined): Json {
  if (Array.isArray(value)) return value.map((inner) => reshapeErrors(inner, mediaType));
  if (!isObject(value)) return value;
  const { content, ...others } = value;
  const problem = isObject(content) ? content[problemType] : undefined;
  const rest = Object.entries(problem === undefined ? value : others);
  const kept = Object.fromEntries(rest.map(([name, inner]) => [name, reshapeErrors(inner ?? null, mediaType)]));
  return problem === undefined || mediaType === undefined ? kept : setContent(kept, { [mediaType]: problem });
}

const setContent = (response: JsonObject, content: JsonObject): JsonObject => ({ ...response, content });
