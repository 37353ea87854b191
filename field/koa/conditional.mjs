import { createHash } from 'node:crypto';
import { problem } from './middleware/problems.mjs';

/** The strong entity tag of a representation. */
export const createTag = (item) =>
  `"${createHash('sha256').update(JSON.stringify(item)).digest('base64url').slice(0, 22)}"`;

/** Sends an item with its entity tag; GET with a current tag is answered with 304. */
export function sendItem(ctx, item) {
  ctx.status = 200;
  ctx.set('ETag', createTag(item));
  ctx.set('Cache-Control', 'private, no-cache');
  ctx.body = item;
  if (['GET', 'HEAD'].includes(ctx.method) && ctx.fresh) {
    ctx.status = 304;
    ctx.body = null;
  }
}

/** Sends an item that was created. */
export function sendCreated(ctx, item, location) {
  sendItem(ctx, item);
  ctx.status = 201;
  ctx.set('Location', location);
}

const readTags = (field) => field.split(',').map((tag) => tag.trim());

/**
 * Checks the preconditions of a write (RFC 9110, section 13.2.2).
 *
 * @throws 428 if If-Match is required and missing, 412 if a precondition is false
 */
export function checkPreconditions(ctx, item, { isRequired = false } = {}) {
  const ifMatch = ctx.get('If-Match');
  const ifNoneMatch = ctx.get('If-None-Match');
  if (ifMatch === '' && isRequired) throw problem(428, 'Send the entity tag of the order in If-Match.');
  const tag = createTag(item);
  if (ifMatch !== '' && ifMatch.trim() !== '*' && !readTags(ifMatch).includes(tag)) {
    throw problem(412, 'The item has changed since you read it.');
  }
  const excluded = readTags(ifNoneMatch).map((one) => one.replace(/^W\//, ''));
  if (ifNoneMatch.trim() === '*' || excluded.includes(tag)) throw problem(412, 'The item exists in this form.');
}
