import { isObject, type Json, type JsonObject } from '../../model/json.js';
import type { DescribedResponse } from '../../model/service/operation.js';
import { followReference, openReference } from '../recognize/schema-shape.js';

/** Reads every response that an operation describes, by status. */
export function readResponses(document: JsonObject, { responses }: JsonObject): Record<string, DescribedResponse> {
  const entries = Object.entries(isObject(responses) ? responses : {});
  return Object.fromEntries(
    entries.map(([status, node]) => [status.toUpperCase().replace('DEFAULT', 'default'), readResponse(document, node)]),
  );
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
