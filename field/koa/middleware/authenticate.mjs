import { createHash, timingSafeEqual } from 'node:crypto';
import createError from 'http-errors';
import { problem } from './problems.mjs';

/** The form in which secrets are stored. */
export const digest = (text) => createHash('sha256').update(text).digest('hex');

const isEqual = (a, b) => timingSafeEqual(Buffer.from(a), Buffer.from(b));
const safe = ['GET', 'HEAD', 'OPTIONS'];

/** Tokens have the form USER.SECRET. Readers may only read. */
export const authenticate = (db) => async (ctx, next) => {
  const [, id, secret] = /^Bearer +([a-z]+)\.([\w-]+)$/i.exec(ctx.get('Authorization')) ?? [];
  const user = id === undefined ? undefined : await findUser(db, id);
  if (user === undefined || !isEqual(digest(secret), user.secretDigest)) {
    throw createError(401, 'Send a valid bearer token.', {
      headers: { 'WWW-Authenticate': 'Bearer realm="workshop"' },
    });
  }
  ctx.state.user = user;
  if (user.role === 'reader' && !safe.includes(ctx.method)) throw problem(403, 'Readers may not change anything.');
  await next();
};

async function findUser(db, id) {
  const { rows } = await db.query(
    'select id, secret_digest as "secretDigest", workshop_id as "workshopId", role from users where id = $1',
    [id],
  );
  return rows[0];
}
