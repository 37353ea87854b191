import type { JsonObject } from '../http/json.js';
import { hasOperations, isRedirectedWhenDone } from '../orders/deferred-operations.js';
import type { Settings } from '../settings.js';
import { createContent, createProblemResponses, createReference } from './document-parts.js';

/** The response to what is accepted, and done later. */
export const acceptedResponses: JsonObject = {
  202: {
    description: 'Accepted. It is done within half a second; Location leads to the operation that tells how far it is.',
    headers: { Location: { description: 'Where its progress is told.', schema: { type: 'string' } } },
    ...createContent(createReference('Operation')),
  },
};

/** The parameter of a removal after which nothing stays. */
export const purgeParameter: JsonObject = {
  name: 'purge',
  in: 'query',
  description: 'Whether nothing stays of the order. A second DELETE does the same.',
  schema: { type: 'boolean', default: false },
};

/** The paths of operations. */
export function describeOperationPaths(settings: Settings): JsonObject {
  if (!hasOperations(settings)) return {};
  const told = { description: 'How far it is, and what it led to.', ...createContent(createReference('Operation')) };
  const away = { description: 'It is done; Location leads to the order.' };
  return {
    '/operations/{operation_id}': {
      parameters: [{ name: 'operation_id', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'getOperation',
        responses: { 200: told, ...(isRedirectedWhenDone(settings) && { 303: away }), ...createProblemResponses(404) },
      },
    },
  };
}
