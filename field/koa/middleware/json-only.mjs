import { problem } from './problems.mjs';

const types = { PATCH: ['application/merge-patch+json', 'application/json'] };

/** Refuses content in formats that no route reads. */
export async function jsonOnly(ctx, next) {
  const hasContent = ctx.get('Transfer-Encoding') !== '' || Number(ctx.get('Content-Length')) > 0;
  const accepted = types[ctx.method] ?? ['application/json'];
  if (hasContent && !ctx.is(accepted)) throw problem(415, `Send ${accepted.join(' or ')}.`);
  await next();
}
