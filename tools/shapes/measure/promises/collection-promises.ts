import type { CollectionChoices } from '../../design/design.js';
import type { CollectionFacts } from '../../facts/facts.js';
import type { CollectionPromise } from './broken-promise.js';

const isCreated = ({ create }: CollectionChoices) => create !== 'none';
const isLate = ({ lag }: CollectionChoices, place: 'list' | 'item') => lag === place || lag === 'both';
const isAtItem = ({ create, itemPath }: CollectionFacts) => create !== undefined && create.path === itemPath;

/** Whether PUT of an item that exists is only a creation, which it refuses. */
const isPutRefused = ({ changes, create }: CollectionFacts) =>
  create?.method === 'PUT' && changes.every(({ method }) => method !== 'PUT');

const creationPromises: readonly CollectionPromise[] = [
  {
    rules: ['creation/valid-post-answers-201'],
    because: 'createStatus: a POST that creates gets 200 or 202, not 201',
    isBroken: ({ createStatus }, { create }) => create?.method === 'POST' && createStatus !== '201',
  },
  {
    rules: ['idempotency/put-to-a-missing-item-creates-it-or-fails'],
    because: 'createStatus: a PUT that creates gets 200 or 202, not 201',
    isBroken: ({ createStatus }, { create }) => create?.method === 'PUT' && createStatus !== '201',
  },
  {
    rules: ['creation/location-leads-to-the-item', 'nesting/location-is-below-its-parent'],
    because: 'createAnswer: 201 without Location, for a path that is not that of the new item',
    isBroken: (choices, collection) =>
      isCreated(choices) &&
      !isAtItem(collection) &&
      choices.createStatus === '201' &&
      !choices.createAnswer.endsWith('location'),
  },
  {
    rules: [
      'creation/*',
      'effects/*',
      'pagination/created-items-are-listed',
      'pagination/minimal-items-are-listed',
      'caching/created-items-are-listed-in-time',
      'caching/write-is-visible-in-the-*',
    ],
    because: 'create post-replaces: a POST removes all items that the list had',
    isBroken: ({ create }) => create === 'post-replaces',
  },
  {
    rules: ['creation/valid-post-answers-201', 'conflict/taken-unique-value-answers-409'],
    because: 'create post-upserts: a POST with the id of an item replaces it and gets 200',
    isBroken: ({ create }) => create === 'post-upserts',
  },
  {
    rules: ['idempotency/put-is-acknowledged', 'idempotency/put-replaces-*', 'idempotency/put-stores-*'],
    because: 'create put-item without change by PUT: PUT of an item that exists gets a conflict',
    isBroken: (_, collection) => isPutRefused(collection),
  },
];

const writingPromises: readonly CollectionPromise[] = [
  {
    rules: ['idempotency/delete-is-acknowledged'],
    because: 'removal 202: DELETE gets 202, not 200 or 204',
    isBroken: ({ removal }) => removal === '202',
  },
  {
    rules: ['idempotency/delete-is-acknowledged'],
    because: 'removalKind archive-first and conflictStatus: DELETE before the archive gets 400 or 422, not 409',
    isBroken: ({ removal, removalKind }, _, { design }) =>
      removal !== 'none' && removalKind === 'archive-first' && design.service.conflictStatus !== '409',
  },
  {
    rules: ['idempotency/deleted-item-is-gone'],
    because: 'removalKind soft: GET shows an item after DELETE, with a mark',
    isBroken: ({ removal, removalKind }) => removal !== 'none' && removalKind === 'soft',
  },
  {
    rules: ['caching/write-is-visible-in-the-next-get', 'idempotency/write-returns-what-get-returns'],
    because: 'lag item: GET shows for a while what was before a write',
    isBroken: (choices) => isLate(choices, 'item'),
  },
  {
    rules: ['creation/created-item-is-readable'],
    because: 'lag item: GET of a new item gets 404 for a while after 201',
    isBroken: (choices) => isLate(choices, 'item') && isCreated(choices) && choices.createStatus !== '202',
  },
  {
    rules: ['caching/write-is-visible-in-the-list'],
    because: 'lag list: the list shows for a while what was before a write',
    isBroken: (choices) => isLate(choices, 'list'),
  },
  {
    rules: ['actions/action-answers-201', 'actions/record-is-readable', 'actions/record-has-the-declared-members'],
    because: 'action verb or colon: an action gets 200 and leaves no record',
    isBroken: ({ action }) => action === 'verb' || action === 'colon',
  },
  {
    rules: ['links/actions-without-a-link-are-refused'],
    because: 'repeatedAction same: an action to which the item no longer links succeeds',
    isBroken: ({ repeatedAction, actionLinks }) => repeatedAction === 'same' && actionLinks === 'by-state',
  },
];

const listPromises: readonly CollectionPromise[] = [
  {
    rules: ['pagination/list-without-parameters-is-bounded'],
    because: 'paging none: the list is the whole collection',
    isBroken: ({ paging, extent }) => paging === 'none' && extent === 'all',
  },
  {
    rules: ['pagination/paging-shows-every-item-once'],
    because: 'extent newest: items that are not among the newest are on no page',
    isBroken: ({ extent }) => extent === 'newest',
  },
  {
    rules: ['pagination/maximum-page-size-is-kept'],
    because: 'maximum none: a page has any size that is asked for',
    isBroken: ({ maximum, paging }) => paging !== 'none' && maximum === 'none',
  },
  {
    rules: ['pagination/paging-ends', 'pagination/paging-shows-every-item-once'],
    because: 'pastEnd last-page: the last page comes again for each position after it',
    isBroken: ({ pastEnd }) => pastEnd === 'last-page',
  },
  {
    rules: ['pagination/empty-result-is-an-empty-page'],
    because: 'pastEnd missing: a page without entries gets 404',
    isBroken: ({ pastEnd }) => pastEnd === 'missing',
  },
  {
    rules: ['pagination/total-counts-the-items', 'filters/total-counts-the-selected-items'],
    because: 'total estimated: the total is another number than that of the items',
    isBroken: ({ total }) => total === 'estimated',
  },
  {
    rules: ['pagination/next-link-works-unchanged'],
    because: 'next public-base: the address of the next page is on a host that is not the service',
    isBroken: ({ next }) => next === 'public-base',
  },
];

/** What values of the dimensions of a collection break. */
export const collectionPromises: readonly CollectionPromise[] = [
  ...creationPromises,
  ...writingPromises,
  ...listPromises,
];
