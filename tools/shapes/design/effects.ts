import type { CollectionChoices, CollectionDesign, Design, ServiceChoices } from './design.js';

type ServiceDimension = keyof ServiceChoices;
type CollectionDimension = keyof CollectionChoices;

const hasDocument = ({ service }: Design) => !['none', 'broken'].includes(service.document);
const hasKeys = ({ service }: Design) => service.idempotency !== 'none';
const hasAccess = ({ service }: Design) => service.access !== 'none';

/** Whether items of a collection have an address. */
export const hasItems = ({ entry }: CollectionChoices): boolean => entry !== 'equal';

/** Whether POST creates one item of a collection. */
export const isCreatedByPost = ({ create }: CollectionChoices): boolean =>
  !['none', 'put-item', 'post-replaces'].includes(create);

const isCreated = ({ create }: CollectionChoices) => create !== 'none';
const isPaged = ({ paging }: CollectionChoices) => paging !== 'none';
const isChanged = ({ change }: CollectionChoices) => change !== 'none';
const isRemoved = ({ removal }: CollectionChoices) => removal !== 'none';
const hasAction = ({ action }: CollectionChoices) => action !== 'none';

/** Dimensions of a service without effect in some designs, and when they have one. */
const serviceEffects: Partial<Record<ServiceDimension, (design: Design) => boolean>> = {
  documentVersion: hasDocument,
  documentFormat: hasDocument,
  documentBase: hasDocument,
  examples: hasDocument,
  refusal: ({ service }) => service.errorShape !== 'empty',
  errorVariety: ({ service }) => service.errorShape !== 'empty',
  callers: hasAccess,
  reading: hasAccess,
  hiddenStatus: ({ service }) => service.callers === 'two',
  idempotency: ({ collections }) => collections.some(({ choices }) => isCreatedByPost(choices)),
  keyName: hasKeys,
  keyMismatch: hasKeys,
};

/** Dimensions of a collection without effect in some designs, and when they have one. */
const collectionEffects: Partial<
  Record<CollectionDimension, (choices: CollectionChoices, collection: CollectionDesign) => boolean>
> = {
  order: ({ listShape }) => listShape !== 'by-id',
  idName: (choices) => hasItems(choices) && choices.idPlace === 'member',
  idFormat: hasItems,
  idPlace: hasItems,
  itemPath: hasItems,
  parameter: hasItems,
  idSource: isCreatedByPost,
  createBody: isCreated,
  createStatus: isCreated,
  createAnswer: isCreated,
  envelope: hasItems,
  unknownMembers: isCreated,
  sideEffect: isCreated,
  timeToLive: isCreated,
  changeAnswer: isChanged,
  removalKind: isRemoved,
  repeatedRemoval: isRemoved,
  lag: (choices) => isCreated(choices) || isChanged(choices) || isRemoved(choices),
  next: ({ paging }) => paging !== 'none' && paging !== 'token-header',
  lastNext: ({ next }) => ['absolute', 'relative', 'public-base'].includes(next),
  firstPage: ({ paging }) => paging === 'page',
  pageNames: isPaged,
  maximum: isPaged,
  overMaximum: (choices) => isPaged(choices) && choices.maximum !== 'none',
  total: isPaged,
  pastEnd: ({ paging }) => paging === 'page' || paging === 'offset',
  nesting: (_, { parent }) => parent !== null,
  repeatedAction: hasAction,
  states: (choices) => isChanged(choices) || hasAction(choices),
  actionLinks: hasAction,
  entityTag: hasItems,
  preconditions: (choices) => choices.entityTag !== 'none' && (isChanged(choices) || isRemoved(choices)),
  cache: hasItems,
};

/** Whether a dimension of the service has an effect in a design. */
export const appliesToService = (dimension: ServiceDimension, design: Design): boolean =>
  serviceEffects[dimension]?.(design) ?? true;

/** Whether a dimension has an effect on a collection. */
export const appliesToCollection = (dimension: CollectionDimension, collection: CollectionDesign): boolean =>
  collectionEffects[dimension]?.(collection.choices, collection) ?? true;
