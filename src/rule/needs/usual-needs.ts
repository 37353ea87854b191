import { parseMediaType } from '../../model/field/media-type.js';
import type { Collection } from '../../model/service/subject.js';
import { defineNeed } from './need.js';

const hasKnownBody = ({ create }: Collection): boolean =>
  Boolean(create?.request && (create.request.schema !== undefined || create.request.example !== undefined));

/** Items can be created, with any method at any path: the operation exists and a request body is known. */
export const creatable = defineNeed('collection', {
  role: 'create',
  name: 'creatable',
  reason: 'no operation with a known JSON request body creates items',
  enable: 'resources[].create',
  isMet: hasKnownBody,
});

/** Items are created with POST of one item to the collection, so that what POST promises can be checked. */
export const postable = defineNeed('collection', {
  role: 'create',
  name: 'postable',
  reason: 'no POST with a known JSON request body on the collection',
  enable: 'resources[].create',
  isMet: (collection) => hasKnownBody(collection) && collection.creation === undefined,
});

/** Request bodies have typed values: JSON has types, a form has text only. */
export const typedBodies = defineNeed('collection', {
  name: 'typed bodies',
  reason: 'the creation takes a form, in which every value is text',
  enable: 'resources[].create.mediaType',
  isMet: ({ create }) => !parseMediaType(create?.request?.mediaType).isForm,
});

/** An item can be read with GET at its URL. */
export const readable = defineNeed('collection', {
  role: 'read',
  name: 'readable',
  reason: 'no GET on the item',
  enable: 'resources[].item',
  isMet: ({ read }) => Boolean(read),
});

/** The collection can be read with GET. */
export const listable = defineNeed('collection', {
  role: 'list',
  name: 'listable',
  reason: 'no GET on the collection',
  enable: 'resources[].collection',
  isMet: ({ list }) => Boolean(list),
});

/** PUT replaces an item. */
export const replaceable = defineNeed('collection', {
  role: 'replace',
  name: 'replaceable',
  reason: 'no PUT with a known JSON request body on the item',
  enable: 'resources[].replace',
  isMet: ({ replace }) => Boolean(replace?.request),
});

/** PATCH changes an item. */
export const patchable = defineNeed('collection', {
  role: 'patch',
  name: 'patchable',
  reason: 'no PATCH with a known JSON request body on the item',
  enable: 'resources[].patch',
  isMet: ({ patch }) => patch?.request !== undefined && patch.method === 'PATCH',
});

/** DELETE removes an item. */
export const removable = defineNeed('collection', {
  role: 'remove',
  name: 'removable',
  reason: 'no DELETE on the item',
  enable: 'resources[].delete',
  isMet: ({ remove, deletion }) => Boolean(remove) && deletion.mode !== 'none',
});

/** DELETE removes the item at once, so that its absence can be checked. */
export const hardDeletion = defineNeed('collection', {
  name: 'hard deletion',
  reason: 'DELETE is declared as soft or unsupported',
  enable: 'resources[].delete.mode',
  isMet: ({ deletion }) => deletion.mode === 'hard' || deletion.mode === 'async',
});

/** A request body that breaks exactly one constraint of the schema can be built. */
export const constrainedBodies = defineNeed('collection', {
  name: 'constrained bodies',
  reason: 'the schema of the creation has no constraint that a request body could break',
  enable: 'resources[].create.schema',
  isMet: ({ create, semanticInvalid }) => create?.request?.schema !== undefined || semanticInvalid.length > 0,
});

/** A free-text member can carry the marker of the run, so that items are found without their id. */
export const markable = defineNeed('collection', {
  name: 'markable',
  reason: 'no free-text member can carry the marker of the run',
  enable: 'resources[].marker.field',
  isMet: ({ marker }) => marker !== undefined,
});

/** The action has a POST operation. */
export const performable = defineNeed('action', {
  role: 'act',
  name: 'performable',
  reason: 'no POST on the action',
  enable: 'resources[].actions',
  isMet: ({ action: { post } }) => Boolean(post),
});
