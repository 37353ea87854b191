import { collectionValues } from './collection-values.js';
import type { CollectionChoices, CollectionDesign, Design, ServiceChoices } from './design.js';
import { serviceValues } from './service-values.js';

type Groups = { readonly [group: string]: { readonly [name: string]: readonly string[] } };

/** The first value of each dimension. */
function chooseFirst(groups: Groups): Record<string, string> {
  const named = Object.values(groups).flatMap((group) => Object.entries(group));
  return Object.fromEntries(named.map(([name, values]) => [name, values[0] ?? '']));
}

export const simplestService = chooseFirst(serviceValues) as unknown as ServiceChoices;
export const simplestChoices = chooseFirst(collectionValues) as unknown as CollectionChoices;

export const simplestCollection: CollectionDesign = {
  noun: 'booking',
  parent: null,
  memberCount: 1,
  rules: [],
  others: 3,
  choices: simplestChoices,
};

/** The design that every other one shrinks towards. */
export const simplestDesign: Design = {
  format: 1,
  seed: 0,
  service: simplestService,
  extras: [],
  collections: [simplestCollection],
};
