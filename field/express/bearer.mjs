import { createHash, timingSafeEqual } from 'node:crypto';
import { Problem } from './problems.mjs';

const digest = (text) => createHash('sha256').update(text).digest();

/** Lets those through who carry the token (RFC 6750). */
export function bearer(token) {
  const expected = digest(token);
  return (request, response, next) => {
    const [, given] = /^Bearer +(\S+)$/i.exec(request.get('authorization') ?? '') ?? [];
    if (given !== undefined && timingSafeEqual(digest(given), expected)) return next();
    response.set('WWW-Authenticate', given === undefined ? 'Bearer' : 'Bearer error="invalid_token"');
    throw new Problem(401, 'A valid bearer token is needed.');
  };
}
