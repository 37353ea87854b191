import { isObject, type Json, type JsonObject } from '../http/json.js';
import type { Complaint } from '../http/validate.js';

/** What is wrong with an order that no schema can say. */
export function listSemanticComplaints(value: Json): Complaint[] {
  if (!isObject(value)) return [];
  return semanticRules.filter(({ isIn }) => isIn(value)).map(({ pointer, detail }) => ({ pointer, detail }));
}

/** Orders that keep the schema and mean nothing valid. */
export const semanticallyInvalidOrders: readonly JsonObject[] = [
  { customer: 'nobody at all', quantity: 1 },
  { customer: 'Ada', quantity: 1, tags: ['as a gift', 'not as a gift'] },
];

const semanticRules: readonly (Complaint & { isIn(value: JsonObject): boolean })[] = [
  {
    pointer: '/customer',
    detail: 'must be somebody',
    isIn: ({ customer }) => customer === 'nobody at all',
  },
  {
    pointer: '/tags',
    detail: 'must not contradict each other',
    isIn: ({ tags }) => Array.isArray(tags) && ['as a gift', 'not as a gift'].every((tag) => tags.includes(tag)),
  },
];
