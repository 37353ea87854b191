import { Problem } from './problems.mjs';

/** Permits each key a number of requests in each window of so many seconds. */
export function limitRate(limit, seconds) {
  const windows = new Map();
  return async (c, next) => {
    const key = c.req.header('X-Api-Key');
    const now = Date.now();
    let window = windows.get(key);
    if (!window || window.end <= now) window = { used: 0, end: now + seconds * 1000 };
    windows.set(key, window);
    window.used += 1;
    const reset = Math.ceil((window.end - now) / 1000);
    const fields = {
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': String(Math.max(0, limit - window.used)),
      'RateLimit-Reset': String(reset),
    };
    if (window.used > limit) {
      throw new Problem(
        429,
        `At most ${limit} searches in ${seconds} seconds.`,
        {},
        { ...fields, 'Retry-After': String(reset) },
      );
    }
    for (const [name, value] of Object.entries(fields)) c.header(name, value);
    await next();
  };
}
