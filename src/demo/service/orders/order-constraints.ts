import { isObject, type Json, type JsonObject } from '../http/json.js';
import type { Complaint } from '../http/validate.js';

/** What is wrong with an order that no schema can say. */
export function senseless(value: Json): Complaint[] {
  if (!isObject(value)) return [];
  return nonsense.filter(({ isIn }) => isIn(value)).map(({ pointer, detail }) => ({ pointer, detail }));
}

/** Orders that keep the schema and mean nothing valid. */
export const senselessSamples: readonly JsonObject[] = [
  { customer: 'nobody at all', quantity: 1 },
  { customer: 'Ada', quantity: 1, tags: ['as a gift', 'not as a gift'] },
];

const nonsense: readonly (Complaint & { isIn(value: JsonObject): boolean })[] = [
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
