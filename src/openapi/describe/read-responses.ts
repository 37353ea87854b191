import { isObject, type Json, type JsonObject } from '../../model/json.js';
import type { DescribedResponse } from '../../model/service/operation.js';
import { followReference, openReference } from '../recognize/schema-shape.js';

/**
 * Reads every response that an operation describes, by status. The members are read-only: V8 keeps writable ones with a status as
 * their name in an array of 600 elements, which takes 5 KB for each operation.
 */
export function readResponses(document: JsonObject, { responses }: JsonObject) {
  const read: Record<string, DescribedResponse> = {};
  for (const [status, node] of Object.entries(isObject(responses) ? responses : {})) {
    const value = readResponse(document, node);
    const name = status.toUpperCase().replace('DEFAULT', 'default');
    Object.defineProperty(read, name, { value, enumerable: true, configurable: true });
  }
  return read;
}

function readResponse(document: JsonObject, node: Json): DescribedResponse {
  const { content, headers } = followReference(document, node);
  const contents = Object.entries(isObject(content) ? content : {}).map(([mediaType, media]) => {
    const schema = openReference(document, followReference(document, media).schema);
    return { mediaType, ...(schema === undefined ? {} : { schema }) };
  });
  const required = Object.entries(isObject(headers) ? headers : {}).filter(
    ([, header]) => followReference(document, header).required === true,
  );
  return { contents, requiredHeaders: required.map(([name]) => name) };
}
