import { STATUS_CODES } from 'node:http';
import createError from 'http-errors';

/** An error with a status; further members become members of the problem (RFC 9457). */
export const problem = (status, detail, members = {}) => createError(status, detail, { members });

/** Answers every error as application/problem+json, and what no route answered as well. */
export async function problems(ctx, next) {
  try {
    await next();
    if (ctx.status >= 400 && !ctx.body) send(ctx, ctx.status, `${ctx.method} is not possible at ${ctx.path}.`);
  } catch (error) {
    const status = error.status ?? 500;
    if (status >= 500) ctx.app.emit('error', error, ctx);
    for (const [name, value] of Object.entries(error.headers ?? {})) ctx.set(name, value);
    send(ctx, status, status < 500 ? error.message : 'The server failed.', error.members);
  }
}

function send(ctx, status, detail, members = {}) {
  ctx.status = status;
  ctx.body = { type: 'about:blank', title: STATUS_CODES[status], status, detail, ...members };
  ctx.type = 'application/problem+json';
}
