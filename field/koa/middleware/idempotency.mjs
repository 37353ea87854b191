import { createHash } from 'node:crypto';
import { problem } from './problems.mjs';

const replayed = ['location', 'etag', 'content-type'];

/**
 * Answers a POST that is repeated with its Idempotency-Key like the first time. The key is stored in the transaction of the
 * request, so a request that failed may be sent again with its key.
 */
export async function idempotency(ctx, next) {
  const key = ctx.get('Idempotency-Key');
  if (ctx.method !== 'POST' || key === '') return next();
  if (key.length > 255) throw problem(400, 'An Idempotency-Key has at most 255 characters.');
  const fingerprint = createHash('sha256')
    .update(JSON.stringify(ctx.request.body ?? null))
    .digest('hex');
  const scope = [ctx.state.user.id, ctx.path, key];
  const { rows } = await ctx.db.query(
    `select * from idempotency_keys
     where user_id = $1 and path = $2 and key = $3 and created_at > now() - interval '24 hours'`,
    scope,
  );
  if (rows.length > 0) return replay(ctx, rows[0], fingerprint);
  await next();
  if (ctx.status >= 400) return;
  const headers = Object.fromEntries(replayed.map((name) => [name, ctx.response.get(name)]));
  await ctx.db.query(
    `insert into idempotency_keys (user_id, path, key, fingerprint, status, headers, body)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [...scope, fingerprint, ctx.status, headers, JSON.stringify(ctx.body)],
  );
}

function replay(ctx, stored, fingerprint) {
  if (stored.fingerprint !== fingerprint) throw problem(422, 'The Idempotency-Key was used with another body.');
  ctx.status = stored.status;
  ctx.body = JSON.parse(stored.body);
  for (const [name, value] of Object.entries(stored.headers)) if (value !== '') ctx.set(name, value);
  ctx.set('Idempotent-Replayed', 'true');
}
