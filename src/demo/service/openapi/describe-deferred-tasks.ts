import type { JsonObject } from '../http/json.js';
import { hasOperations, isRedirectedWhenDone } from '../orders/deferred-operations.js';
import type { Settings } from '../settings.js';
import { createContent, createProblemResponses, createReference } from './document-parts.js';

export const acceptedResponses: JsonObject = {
  202: {
    description: 'Accepted. It is carried out within half a second; Location has the URL of its status monitor.',
    headers: { Location: { description: 'URL of the status monitor.', schema: { type: 'string' } } },
    ...createContent(createReference('Operation')),
  },
};

/** The query parameter that removes an order without a tombstone. */
export const purgeParameter: JsonObject = {
  name: 'purge',
  in: 'query',
  description: 'Whether to remove the order without a tombstone. A second DELETE does the same.',
  schema: { type: 'boolean', default: false },
};

export function describeOperationPaths(settings: Settings): JsonObject {
  if (!hasOperations(settings)) return {};
  const status = {
    description: 'The state of the request, and its result.',
    ...createContent(createReference('Operation')),
  };
  const away = { description: 'Carried out; Location has the URL of the order.' };
  return {
    '/operations/{operation_id}': {
      parameters: [{ name: 'operation_id', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'getOperation',
        responses: {
          200: status,
          ...(isRedirectedWhenDone(settings) && { 303: away }),
          ...createProblemResponses(404),
        },
      },
    },
  };
}
