import type { JsonObject } from '../http/json.js';
import type { Schema } from '../http/validate.js';
import { bareInput, cancellationInput } from '../orders/schemas.js';
import type { Settings } from '../settings.js';
import { keyParameters } from './describe-keys.js';
import { bodyProblems, goneIn, keyProblems } from './describe-statuses.js';
import { content, created, problems, reference } from './document-parts.js';

const identity: { readonly [member: string]: Schema } = {
  id: { type: 'string', format: 'uuid' },
  date: { type: 'string', format: 'date-time' },
};

/** The schemas of actions and of their records. */
export const recordSchemas: { readonly [name: string]: Schema } = {
  CancellationInput: cancellationInput,
  EmptyInput: bareInput,
  Cancellation: {
    type: 'object',
    properties: { ...identity, reason: { type: 'string' }, author: { type: 'string' } },
    required: ['id', 'date', 'reason', 'author'],
  },
  Payment: { type: 'object', properties: identity, required: ['id', 'date'] },
  Refund: { type: 'object', properties: identity, required: ['id', 'date'] },
};

/** The paths of the actions of an order. */
export function actionPaths(settings: Settings, id: Schema): JsonObject {
  const gone = goneIn(settings);
  const refused = [...bodyProblems(settings), ...keyProblems(settings), settings.conflictStatus];
  const parameters = [{ name: 'order_id', in: 'path', required: true, schema: id }];
  const path = (name: string, input: string, isRequired: boolean) => ({
    parameters,
    post: {
      operationId: `create${name}`,
      ...keyParameters(settings, false),
      requestBody: { required: isRequired, ...content(reference(input)) },
      responses: {
        201: created(`The ${name.toLowerCase()} was made.`, reference(name)),
        ...problems(400, ...gone, 413, 415, ...refused),
      },
    },
    get: {
      operationId: `get${name}`,
      responses: { 200: { description: 'The record.', ...content(reference(name)) }, ...problems(...gone) },
    },
  });
  return {
    '/orders/{order_id}/cancellation': path('Cancellation', 'CancellationInput', true),
    '/orders/{order_id}/payment': path('Payment', 'EmptyInput', false),
    '/orders/{order_id}/refund': path('Refund', 'EmptyInput', false),
  };
}
