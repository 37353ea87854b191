import { createHash } from 'node:crypto';
import { Problem } from './problems.mjs';

/** The entity tag of a representation. */
export const entityTag = (representation) =>
  `"${createHash('sha256').update(JSON.stringify(representation)).digest('base64url').slice(0, 22)}"`;

const listTags = (field) => field.split(',').map((tag) => tag.trim());

/** Refuses a write whose If-Match does not name the current representation. */
export function requireMatch(c, representation) {
  const field = c.req.header('If-Match');
  if (field === undefined || field.trim() === '*') return;
  if (!listTags(field).includes(entityTag(representation))) {
    throw new Problem(412, 'The resource has changed since it was read.');
  }
}

/** Responds to GET and HEAD with a representation, or with 304 if the client has it. */
export function respondWithItem(c, representation, cacheControl = 'private, no-cache') {
  const tag = entityTag(representation);
  c.header('ETag', tag);
  c.header('Cache-Control', cacheControl);
  c.header('Vary', 'X-Api-Key');
  const field = c.req.header('If-None-Match');
  const known = field === undefined ? [] : listTags(field).map((one) => one.replace(/^W\//, ''));
  return known.includes(tag) || known.includes('*') ? c.body(null, 304) : c.json(representation, 200);
}
