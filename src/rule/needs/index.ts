/** Preconditions of rules on their subjects. */

export { defineNeed } from './need.js';
export {
  credentialsFor,
  cursorPaged,
  idempotencyKeyed,
  pageSizeParameter,
  secured,
  stateful,
} from './optional-needs.js';
export {
  constrainedBodies,
  creatable,
  hardDeletion,
  listable,
  markable,
  patchable,
  performable,
  postable,
  readable,
  removable,
  replaceable,
  typedBodies,
} from './usual-needs.js';
