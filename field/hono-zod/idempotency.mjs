import { createHash } from 'node:crypto';
import { Problem } from './problems.mjs';

const answers = new Map();
const running = new Map();
const lifetime = 24 * 60 * 60 * 1000;

/** Answers a POST that repeats the Idempotency-Key of an earlier one with the response of that one. */
export async function idempotent(c, next) {
  const key = c.req.header('Idempotency-Key');
  if (key === undefined) return next();
  if (key.length < 1 || key.length > 255) throw new Problem(400, 'Idempotency-Key must have 1 to 255 characters.');
  const scope = JSON.stringify([c.get('caller').tenant, c.req.path, key]);
  const fingerprint = createHash('sha256')
    .update(await c.req.text())
    .digest('hex');
  while (running.has(scope)) await running.get(scope);
  const known = answers.get(scope);
  if (known && Date.now() - known.at < lifetime) return replay(known, fingerprint);
  const work = run(c, next, scope, fingerprint);
  running.set(scope, work);
  await work.finally(() => running.delete(scope));
}

async function run(c, next, scope, fingerprint) {
  await next();
  if (c.res.status !== 201) return;
  const { status, headers } = c.res;
  const body = await c.res.clone().text();
  answers.set(scope, { fingerprint, status, headers: Object.fromEntries(headers), body, at: Date.now() });
}

function replay(known, fingerprint) {
  if (known.fingerprint !== fingerprint) {
    throw new Problem(422, 'This Idempotency-Key was used with other content.');
  }
  return new Response(known.body, {
    status: known.status,
    headers: { ...known.headers, 'Idempotency-Replayed': 'true' },
  });
}
