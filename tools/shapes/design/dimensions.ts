import { collectionValues, memberRules, othersRanges } from './collection-values.js';
import type { CollectionChoices, CollectionDesign, Design, ServiceChoices } from './design.js';
import { appliesToCollection, appliesToService } from './effects.js';
import { extraValues, serviceValues } from './service-values.js';
import { countParents } from './structure.js';

/** One way in which services differ. */
export interface Dimension {
  readonly group: string;
  readonly name: string;
  /** What has a value of its own: the service, or each of its collections. */
  readonly scope: 'service' | 'collection';
  readonly values: readonly string[];
  /** The values that have an effect in a design; of a dimension of collections, those of all of them, each once. */
  readValues(design: Design): readonly string[];
}

type Values = readonly string[];
type Groups = { readonly [group: string]: { readonly [name: string]: Values } };

const listDimensions = (groups: Groups) =>
  Object.entries(groups).flatMap(([group, named]) =>
    Object.entries(named).map(([name, values]) => ({ group, name, values })),
  );

const serviceDimensions = listDimensions(serviceValues).map(
  ({ group, name, values }): Dimension => ({
    group,
    name,
    values,
    scope: 'service',
    readValues(design) {
      const dimension = name as keyof ServiceChoices;
      return appliesToService(dimension, design) ? [design.service[dimension]] : [];
    },
  }),
);

const collectionDimensions = listDimensions(collectionValues).map(
  ({ group, name, values }): Dimension => ({
    group,
    name,
    values,
    scope: 'collection',
    readValues(design) {
      const dimension = name as keyof CollectionChoices;
      const collections = design.collections.filter((one) => appliesToCollection(dimension, one));
      return [...new Set(collections.map(({ choices }) => choices[dimension]))];
    },
  }),
);

function ofCollections(
  group: string,
  name: string,
  values: Values,
  read: (one: CollectionDesign, design: Design) => Values,
): Dimension {
  const readValues = (design: Design) => [...new Set(design.collections.flatMap((one) => read(one, design)))];
  return { group, name, values, scope: 'collection', readValues };
}

const readRange = (count: number): Values =>
  Object.entries(othersRanges)
    .filter(([, [least, most]]) => count >= least && count <= most)
    .map(([name]) => name);

/** All dimensions with all their values. */
export const dimensions: readonly Dimension[] = [
  ...serviceDimensions,
  {
    group: 'more',
    name: 'extras',
    scope: 'service',
    values: extraValues,
    readValues: ({ extras }) => extras,
  },
  {
    group: 'more',
    name: 'collections',
    scope: 'service',
    values: ['1', '2', '3', '4'],
    readValues: ({ collections }) => [String(collections.length)],
  },
  ...collectionDimensions,
  ofCollections('creation', 'rules', memberRules, ({ rules }) => rules),
  ofCollections('more', 'parents', ['0', '1', '2'], (one, design) => [String(countParents(one, design))]),
  ofCollections('more', 'others', Object.keys(othersRanges), ({ others }) => readRange(others)),
];
