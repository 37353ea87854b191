import type { JsonObject } from '../http/json.js';
import type { Schema } from '../http/validate.js';
import { cancellationInput, emptyInput } from '../orders/schemas.js';
import type { Settings } from '../settings.js';
import { describeKeyParameters, listBodyProblems, listGoneStatuses, listKeyProblems } from './describe-statuses.js';
import { createContent, createCreatedResponse, createProblemResponses, createReference } from './document-parts.js';

const identitySchemas: { readonly [member: string]: Schema } = {
  id: { type: 'string', format: 'uuid' },
  date: { type: 'string', format: 'date-time' },
};

export const recordSchemas: { readonly [name: string]: Schema } = {
  CancellationInput: cancellationInput,
  EmptyInput: emptyInput,
  Cancellation: {
    type: 'object',
    properties: { ...identitySchemas, reason: { type: 'string' }, author: { type: 'string' } },
    required: ['id', 'date', 'reason', 'author'],
  },
  Payment: { type: 'object', properties: identitySchemas, required: ['id', 'date'] },
  Refund: { type: 'object', properties: identitySchemas, required: ['id', 'date'] },
};

export function describeActionPaths(settings: Settings, id: Schema): JsonObject {
  const gone = listGoneStatuses(settings);
  const refused = [...listBodyProblems(settings), ...listKeyProblems(settings), settings.conflictStatus];
  const parameters = [{ name: 'order_id', in: 'path', required: true, schema: id }];
  const path = (name: string, input: string, isRequired: boolean) => ({
    parameters,
    post: {
      operationId: `create${name}`,
      ...describeKeyParameters(settings, false),
      requestBody: { required: isRequired, ...createContent(createReference(input)) },
      responses: {
        201: createCreatedResponse(`The ${name.toLowerCase()} was made.`, createReference(name)),
        ...createProblemResponses(400, ...gone, 413, 415, ...refused),
      },
    },
    get: {
      operationId: `get${name}`,
      responses: {
        200: { description: 'The record.', ...createContent(createReference(name)) },
        ...createProblemResponses(...gone),
      },
    },
  });
  const payment = path('Payment', 'EmptyInput', false);
  const removal = {
    operationId: 'removePayment',
    responses: {
      204: { description: 'The payment was taken back.' },
      ...createProblemResponses(...gone, settings.conflictStatus),
    },
  };
  return {
    '/orders/{order_id}/cancellation': path('Cancellation', 'CancellationInput', true),
    '/orders/{order_id}/payment': { ...payment, ...(settings.hasRemovablePayments && { delete: removal }) },
    '/orders/{order_id}/refund': path('Refund', 'EmptyInput', false),
  };
}
