import createError from 'http-errors';

/** Lets each user send so many requests in each window. */
export function rateLimit({ limit, windowMs }) {
  const windows = new Map();
  return async (ctx, next) => {
    const start = Math.floor(Date.now() / windowMs) * windowMs;
    const known = windows.get(ctx.state.user.id);
    const window = known?.start === start ? known : { start, count: 0 };
    windows.set(ctx.state.user.id, window);
    window.count += 1;
    if (window.count > limit) {
      const seconds = Math.max(1, Math.ceil((start + windowMs - Date.now()) / 1000));
      throw createError(429, 'Too many messages.', { headers: { 'Retry-After': String(seconds) } });
    }
    await next();
  };
}
