import { isObject, type Json, type JsonObject } from '../http/json.js';
import type { Schema } from '../http/validate.js';
import { createProblemResponses } from './document-parts.js';

export function describePartPaths(id: Schema, { '/orders': list, '/orders/{order_id}': item }: JsonObject): JsonObject {
  const parameter = (name: string) => ({ name, in: 'path', required: true, schema: id });
  const above = parameter('order_id');
  return {
    '/orders/{order_id}/parts': { parameters: [above], ...nestOperations(list) },
    '/orders/{order_id}/parts/{part_id}': { ...nestOperations(item), parameters: [above, parameter('part_id')] },
  };
}

/** The operations of a path with names of their own, and the response for a missing order. */
function nestOperations(path: Json | undefined): JsonObject {
  const nested = Object.entries(isObject(path) ? path : {}).flatMap(([method, operation]) => {
    if (!isObject(operation) || operation.operationId === undefined) return [];
    const operationId = String(operation.operationId).replace('Order', 'Part');
    const responses = { ...createProblemResponses(404), ...(operation.responses as JsonObject) };
    return [[method, { ...operation, operationId, responses }] as const];
  });
  return Object.fromEntries(nested);
}
