import type { Action, Collection, Subject } from '../../model/service/subject.js';

/**
 * A precondition of a rule on its subject. Where it is not met, the rule is not applicable for `reason`; declaring
 * the profile key `enable` can change that.
 */
export interface Need {
  readonly name: string;
  readonly reason: string;
  readonly enable: string;
  readonly isMet: (subject: Subject) => boolean;
}

/** A need that depends on a collection, or on the collection of an action or a service. */
export const defineCollectionNeed = (
  name: string,
  reason: string,
  enable: string,
  has: (collection: Collection) => boolean,
): Need => ({
  name,
  reason,
  enable,
  isMet: (subject) => {
    if (subject.kind === 'service') return subject.collections.some(has);
    return has(subject.kind === 'action' ? subject.collection : subject);
  },
});

/** Items can be created with POST: the operation exists and a request body is known. */
export const creatable = defineCollectionNeed(
  'creatable',
  'no POST with a known JSON request body on the collection',
  'resources[].create',
  ({ create }) =>
    Boolean(create?.request && (create.request.schema !== undefined || create.request.example !== undefined)),
);

/** Request bodies have typed values: JSON has types, a form has text only. */
export const typedBodies = defineCollectionNeed(
  'typed bodies',
  'the creation takes a form, in which every value is text',
  'resources[].create.mediaType',
  ({ create }) => !/^application\/x-www-form-urlencoded\b/i.test(create?.request?.mediaType ?? ''),
);

/** An item can be read with GET at its URL. */
export const readable = defineCollectionNeed('readable', 'no GET on the item', 'resources[].item', ({ read }) =>
  Boolean(read),
);

/** The collection can be read with GET. */
export const listable = defineCollectionNeed(
  'listable',
  'no GET on the collection',
  'resources[].collection',
  ({ list }) => Boolean(list),
);

/** PUT replaces an item. */
export const replaceable = defineCollectionNeed(
  'replaceable',
  'no PUT with a known JSON request body on the item',
  'resources[].replace',
  ({ replace }) => Boolean(replace?.request),
);

/** PATCH changes an item. */
export const patchable = defineCollectionNeed(
  'patchable',
  'no PATCH with a known JSON request body on the item',
  'resources[].patch',
  ({ patch }) => Boolean(patch?.request),
);

/** DELETE removes an item. */
export const removable = defineCollectionNeed(
  'removable',
  'no DELETE on the item',
  'resources[].delete',
  ({ remove, deletion }) => Boolean(remove) && deletion.mode !== 'none',
);

/** DELETE removes the item at once, so that its absence can be checked. */
export const hardDeletion = defineCollectionNeed(
  'hard deletion',
  'DELETE is declared as soft, asynchronous or unsupported',
  'resources[].delete.mode',
  ({ deletion }) => deletion.mode === 'hard',
);

/** The removal of an item is visible: GET returns 404 or 410, or a member says that the item is deleted. */
export const visibleDeletion = defineCollectionNeed(
  'visible deletion',
  'DELETE is declared as soft without a member that marks deleted items, or as unsupported',
  'resources[].delete.tombstone',
  ({ deletion }) => deletion.mode === 'hard' || deletion.mode === 'async' || deletion.tombstone !== undefined,
);

/** A request body that breaks exactly one constraint of the schema can be built. */
export const constrainedBodies = defineCollectionNeed(
  'constrained bodies',
  'the schema of the creation has no constraint that a request body could break',
  'resources[].create.schema',
  ({ create, semanticInvalid }) => create?.request?.schema !== undefined || semanticInvalid.length > 0,
);

/** A free-text member can carry the marker of the run, so that items are found without their id. */
export const markable = defineCollectionNeed(
  'markable',
  'no free-text member can carry the marker of the run',
  'resources[].marker.field',
  ({ marker }) => marker !== undefined,
);

/** A need that depends on an action. */
export const defineActionNeed = (
  name: string,
  reason: string,
  enable: string,
  has: (action: Action) => boolean,
): Need => ({
  name,
  reason,
  enable,
  isMet: (subject) => subject.kind === 'action' && has(subject.action),
});

/** The action has a POST operation. */
export const performable = defineActionNeed('performable', 'no POST on the action', 'resources[].actions', ({ post }) =>
  Boolean(post),
);
