import { errorShapes } from '../http/error-shapes.js';
import { isObject, type Json, type JsonObject } from '../http/json.js';
import { keyField, maximumKey } from '../keys/key-carrier.js';
import type { Settings } from '../settings.js';
import { type ProblemStatuses, problemType } from './document-parts.js';

export const listBodyProblems = ({ syntaxStatus, semanticStatus }: Settings): ProblemStatuses => [
  syntaxStatus,
  semanticStatus,
];

export const listConflicts = ({ hasReference, conflictStatus }: Settings): ProblemStatuses =>
  hasReference ? [conflictStatus] : [];

export const listKeyProblems = ({ keyMismatch, keyInFlight }: Settings): ProblemStatuses => [
  ...(keyMismatch === 'replay' ? [] : [keyMismatch]),
  ...(keyInFlight === 409 ? [keyInFlight] : []),
];

export const listGoneStatuses = ({ removedItem }: Settings): ProblemStatuses =>
  removedItem === 410 ? [404, 410] : [404];

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
  return problem === undefined || mediaType === undefined ? kept : { ...kept, content: { [mediaType]: problem } };
}

export function describeKeyParameters({ keyCarrier }: Settings, isRequired = false): JsonObject {
  if (keyCarrier === 'body') return {};
  const isQuoted = keyCarrier === 'sf-string';
  const form = isQuoted ? ' It is a String of RFC 9651, in double quotes.' : '';
  const schema = isQuoted
    ? { type: 'string', minLength: 3, pattern: '^"[ !#-\\[\\]-~]+"$' }
    : { type: 'string', minLength: 1, maxLength: maximumKey };
  const key = {
    name: keyField,
    in: 'header',
    required: isRequired,
    description: `Repeating a creation with its key makes no second one.${form}`,
    schema,
  };
  return { parameters: [key] };
}
