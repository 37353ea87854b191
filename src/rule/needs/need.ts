import type { Action, Collection, Subject } from '../../model/service/subject.js';

/** What a rule needs of its subject. Unmet, the rule is not applicable, for `reason`; `enable` is the profile key that would change it. */
export interface Need {
  readonly name: string;
  readonly reason: string;
  readonly enable: string;
  readonly isMet: (subject: Subject) => boolean;
}

/** A need of what is known about a collection, or about the one that an action or a service has. */
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

/** Items can be made with POST: there is an operation, and a body is known. */
export const creatable = defineCollectionNeed(
  'makeable',
  'no POST with a known JSON body on the collection',
  'resources[].create',
  ({ create }) =>
    Boolean(create?.request && (create.request.schema !== undefined || create.request.example !== undefined)),
);

/** Its bodies carry types: JSON does, a form is text all over. */
export const typedBodies = defineCollectionNeed(
  'typed',
  'its creation takes a form, in which every value is text',
  'resources[].create.mediaType',
  ({ create }) => !/^application\/x-www-form-urlencoded\b/i.test(create?.request?.mediaType ?? ''),
);

/** One item can be fetched by its URL. */
export const readable = defineCollectionNeed('readable', 'no GET on the item', 'resources[].item', ({ read }) =>
  Boolean(read),
);

/** The collection can be fetched. */
export const listable = defineCollectionNeed(
  'listable',
  'no GET on the collection',
  'resources[].collection',
  ({ list }) => Boolean(list),
);

/** Items can be replaced with PUT. */
export const replaceable = defineCollectionNeed(
  'replaceable',
  'no PUT with a known JSON body on the item',
  'resources[].replace',
  ({ replace }) => Boolean(replace?.request),
);

/** Items can be changed in part with PATCH. */
export const patchable = defineCollectionNeed(
  'patchable',
  'no PATCH with a known JSON body on the item',
  'resources[].patch',
  ({ patch }) => Boolean(patch?.request),
);

/** Items can be removed with DELETE. */
export const removable = defineCollectionNeed(
  'removable',
  'no DELETE on the item',
  'resources[].delete',
  ({ remove, deletion }) => Boolean(remove) && deletion.mode !== 'none',
);

/** Removal ends the item at once, so that its absence can be looked for. */
export const hardDeletion = defineCollectionNeed(
  'hardDeleting',
  'DELETE is declared soft, asynchronous or absent',
  'resources[].delete.mode',
  ({ deletion }) => deletion.mode === 'hard',
);

/** Whether an item was removed can be seen: it is gone, or shows by a member that it is deleted. */
export const visibleDeletion = defineCollectionNeed(
  'visiblyDeleting',
  'DELETE is declared soft without a member that tells, or absent',
  'resources[].delete.tombstone',
  ({ deletion }) => deletion.mode === 'hard' || deletion.mode === 'async' || deletion.tombstone !== undefined,
);

/** A body that breaks exactly one constraint is known. */
export const constrainedBodies = defineCollectionNeed(
  'breakable',
  'the schema of the creation forbids nothing that can be sent',
  'resources[].create.schema',
  ({ create, semanticInvalid }) => create?.request?.schema !== undefined || semanticInvalid.length > 0,
);

/** A free-text member can carry the run mark, so that things are found without an id. */
export const markable = defineCollectionNeed(
  'markable',
  'no free-text member can carry the run mark',
  'resources[].marker.field',
  ({ marker }) => marker !== undefined,
);

/** A need of what is known about an action. */
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

/** The action has a POST. */
export const performable = defineActionNeed('performable', 'no POST on the action', 'resources[].actions', ({ post }) =>
  Boolean(post),
);
