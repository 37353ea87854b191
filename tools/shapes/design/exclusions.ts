import type { CollectionChoices, CollectionDesign, Design } from './design.js';
import { hasItems } from './effects.js';
import type { Exclusion } from './service-exclusions.js';
import { hasChildren, isReferenced } from './structure.js';

/** A collection within its design. */
export interface Placed {
  readonly collection: CollectionDesign;
  readonly choices: CollectionChoices;
  readonly index: number;
  readonly design: Design;
}

const isFlat = ({ listShape }: CollectionChoices) => listShape === 'array' || listShape === 'by-id';
const isInBody = ({ next }: CollectionChoices) => !['absent', 'link'].includes(next);
const isCreatedAtItem = ({ create }: CollectionChoices) => create === 'put-item' || create === 'post-item';
const isAnswered = ({ createAnswer }: CollectionChoices) => createAnswer !== 'nothing';

type CollectionExclusion = Exclusion<Placed, Partial<CollectionChoices>>;

const listExclusions: readonly CollectionExclusion[] = [
  {
    because: 'entries without addresses are read-only',
    isViolated: ({ choices }) =>
      !hasItems(choices) &&
      [choices.create, choices.change, choices.removal, choices.action].some((one) => one !== 'none'),
    replace: () => ({ create: 'none', change: 'none', removal: 'none', action: 'none' }),
  },
  {
    because: 'an object by id has ids',
    isViolated: ({ choices }) =>
      choices.listShape === 'by-id' &&
      (['without-id', 'equal'].includes(choices.entry) || choices.idPlace === 'location'),
    replace: () => ({ listShape: 'array' }),
  },
  {
    because: 'an object by id has objects',
    isViolated: ({ choices }) => choices.listShape === 'by-id' && ['string', 'number'].includes(choices.entry),
    replace: () => ({ entry: 'fewer' }),
  },
  {
    because: 'a number is the id of an item with numbers as ids',
    isViolated: ({ choices }) => choices.entry === 'number' && choices.idFormat !== 'integer',
    replace: () => ({ idFormat: 'integer' }),
  },
  {
    because: 'pages lead to all items',
    isViolated: ({ choices }) => choices.extent === 'newest' && choices.paging !== 'none',
    replace: () => ({ extent: 'all' }),
  },
  {
    because: 'a last page that comes again is known by its ids',
    isViolated: ({ choices }) => choices.entry === 'equal' && choices.pastEnd === 'last-page',
    replace: () => ({ pastEnd: 'empty' }),
  },
  {
    because: 'an array and an object by id have no room for the next page',
    isViolated: ({ choices }) =>
      isFlat(choices) && (isInBody(choices) || (choices.paging === 'cursor' && choices.next === 'absent')),
    replace: () => ({ next: 'link' }),
  },
];

const identityExclusions: readonly CollectionExclusion[] = [
  {
    because: 'only a creation by POST returns a Location',
    isViolated: ({ choices }) => choices.idPlace === 'location' && ['none', 'post-replaces'].includes(choices.create),
    replace: () => ({ idPlace: 'url' }),
  },
  {
    because: 'an id that is only in Location is not in the list',
    isViolated: ({ choices }) => choices.idPlace === 'location' && ['url', 'string', 'number'].includes(choices.entry),
    replace: () => ({ entry: 'item' }),
  },
  {
    because: 'an id that is only in Location needs a Location',
    isViolated: ({ choices }) =>
      choices.idPlace === 'location' && !['location', 'item-location'].includes(choices.createAnswer),
    replace: () => ({ createAnswer: 'location' }),
  },
  {
    because: 'a parameter that names the id has no usual name',
    isViolated: ({ choices }) => choices.idName === 'parameter' && choices.parameter === 'id',
    replace: () => ({ parameter: 'noun-id' }),
  },
  {
    because: 'a path by key has no parents',
    isViolated: ({ choices, collection }) =>
      choices.itemPath === 'elsewhere' && collection.parent !== null && choices.nesting === 'nested',
    replace: ({ choices }) => (isCreatedAtItem(choices) ? { itemPath: 'below-list' } : { nesting: 'flat-items' }),
  },
  {
    because: 'the path of a new item says which parent it has',
    isViolated: ({ choices, collection }) =>
      isCreatedAtItem(choices) && collection.parent !== null && choices.nesting === 'flat-items',
    replace: () => ({ nesting: 'nested', itemPath: 'below-list' }),
  },
];

const creationExclusions: readonly CollectionExclusion[] = [
  {
    because: 'an upsert finds the item by the id in the body',
    isViolated: ({ choices }) => choices.create === 'post-upserts' && choices.idSource === 'server',
    replace: () => ({ idSource: 'body' }),
  },
  {
    because: 'a request that creates or changes has one form',
    isViolated: ({ choices: { create, change, createBody } }) =>
      createBody !== 'plain' &&
      ((create === 'put-item' && change.startsWith('put')) || (create === 'post-item' && change === 'post-item')),
    replace: () => ({ createBody: 'plain' }),
  },
  {
    because: 'a path with the id needs none in the body',
    isViolated: ({ choices }) => isCreatedAtItem(choices) && choices.idSource === 'body',
    replace: () => ({ idSource: 'server' }),
  },
  {
    because: 'items with children, and ids that only a creation returns, are not replaced with the whole list',
    isViolated: (placed) =>
      placed.choices.create === 'post-replaces' &&
      (hasChildren(placed.design, placed.index) || placed.choices.entry === 'without-id'),
    replace: () => ({ create: 'post-list' }),
  },
  {
    because: 'items that others need live as long as these',
    isViolated: ({ choices, design, index }) =>
      choices.timeToLive === 'short' && (hasChildren(design, index) || isReferenced(design, index)),
    replace: () => ({ timeToLive: 'none' }),
  },
  {
    because: 'a list that replaces another is a list of plain items with ids of the service',
    isViolated: ({ choices }) =>
      choices.create === 'post-replaces' &&
      (choices.createBody !== 'plain' ||
        isAnswered(choices) ||
        choices.createStatus === '201' ||
        choices.sideEffect !== 'none'),
    replace: () => ({ createBody: 'plain', createAnswer: 'nothing', createStatus: '200', sideEffect: 'none' }),
  },
  {
    because: 'an id that is in no list is in the answer',
    isViolated: ({ choices }) =>
      choices.entry === 'without-id' && choices.create !== 'none' && !isAnswered(choices) && !isCreatedAtItem(choices),
    replace: () => ({ createAnswer: 'item-location' }),
  },
];

const changeExclusions: readonly CollectionExclusion[] = [
  {
    because: 'a late removal is accepted only',
    isViolated: ({ choices }) => choices.removalKind === 'late' && ['200', '204'].includes(choices.removal),
    replace: () => ({ removal: '202' }),
  },
  {
    because: 'without children, no child is removed',
    isViolated: (placed) => placed.choices.removalKind === 'cascades' && !hasChildren(placed.design, placed.index),
    replace: () => ({ removalKind: 'hard' }),
  },
  {
    because: 'the action forbids changes and needs both',
    isViolated: ({ choices }) =>
      choices.states === 'after-action' && (choices.action === 'none' || choices.change === 'none'),
    replace: () => ({ states: 'none' }),
  },
  {
    because: 'an order of states shows in changes',
    isViolated: ({ choices }) => choices.states === 'ordered' && choices.change === 'none',
    replace: () => ({ states: 'none' }),
  },
  {
    because: 'If-Match compares strong tags',
    isViolated: ({ choices }) => choices.preconditions === 'required' && choices.entityTag === 'weak',
    replace: () => ({ entityTag: 'strong' }),
  },
];

/** All exclusions of values of one collection. */
export const collectionExclusions: readonly CollectionExclusion[] = [
  ...listExclusions,
  ...identityExclusions,
  ...creationExclusions,
  ...changeExclusions,
];
