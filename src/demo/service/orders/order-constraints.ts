import { isObject, type Json, type JsonObject } from '../http/json.js';
import type { Complaint } from '../http/validate.js';

/** Constraints of an order that a schema cannot express. */
export function listSemanticComplaints(value: Json): Complaint[] {
  if (!isObject(value)) return [];
  return semanticRules.filter(({ isIn }) => isIn(value)).map(({ pointer, detail }) => ({ pointer, detail }));
}

/** Orders that match the schema and are invalid in meaning. */
export const semanticallyInvalidOrders: readonly JsonObject[] = [
  { customer: 'unknown customer', quantity: 1 },
  { customer: 'Ada', quantity: 1, tags: ['as a gift', 'not as a gift'] },
];

const semanticRules: readonly (Complaint & { isIn(value: JsonObject): boolean })[] = [
  {
    pointer: '/customer',
    detail: 'must be a known customer',
    isIn: ({ customer }) => customer === 'unknown customer',
  },
  {
    pointer: '/tags',
    detail: 'must not contradict each other',
    isIn: ({ tags }) => Array.isArray(tags) && ['as a gift', 'not as a gift'].every((tag) => tags.includes(tag)),
  },
];
