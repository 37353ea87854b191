import { isObject, type Json, type JsonObject } from '../http/json.js';
import type { Schema } from '../http/validate.js';
import { createProblemResponses } from './document-parts.js';

/** The paths of the parts of an order: those of orders, below an order. */
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
  const operations = Object.entries(isObject(path) ? path : {}).filter(([, operation]) => isOperation(operation));
  return Object.fromEntries(
    operations.map(([method, operation]) => [
      method,
      isObject(operation)
        ? {
            ...operation,
            operationId: String(operation.operationId).replace('Order', 'Part'),
            responses: { ...createProblemResponses(404), ...(operation.responses as JsonObject) },
          }
        : operation,
    ]),
  );
}

const isOperation = (value: Json | undefined): boolean => isObject(value) && value.operationId !== undefined;
