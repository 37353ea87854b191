import { z } from '@hono/zod-openapi';
import { Problem } from './schemas.mjs';

const descriptions = {
  400: 'The request cannot be read',
  401: 'The key is missing or unknown',
  403: 'The key may only read',
  404: 'No such resource',
  409: 'The state of the resource does not permit it',
  412: 'The resource has changed since it was read',
  415: 'The content is not JSON',
  422: 'The content is invalid',
  429: 'Too many requests',
};
const json = (schema) => ({ 'application/json': { schema } });

/** The documented errors of an operation; 401 is one of each. */
export const errors = (...statuses) =>
  Object.fromEntries(
    [401, ...statuses].map((status) => [
      status,
      { description: descriptions[status], content: { 'application/problem+json': { schema: Problem } } },
    ]),
  );
export const ok = (schema, description = 'OK') => ({ 200: { description, content: json(schema) } });
export const created = (schema) => ({
  201: {
    description: 'Created',
    headers: { Location: { schema: { type: 'string' }, description: 'The URL of the new resource' } },
    content: json(schema),
  },
});
export const removed = { 204: { description: 'Removed' } };
export const notModified = { 304: { description: 'The client has the current representation' } };

export const jsonBody = (schema) => ({ required: true, content: json(schema) });
export const mergeBody = (schema) => ({
  required: true,
  content: { 'application/merge-patch+json': { schema }, 'application/json': { schema } },
});
export const keyField = z.object({
  'idempotency-key': z.string().max(255).optional().openapi({ description: 'A repeated key has no further effect.' }),
});
export const matchField = z.object({
  'if-match': z.string().optional().openapi({ description: 'The entity tag of the representation to change.' }),
});
