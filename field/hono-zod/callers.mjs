import { Problem } from './problems.mjs';

const callers = new Map([
  ['acme-writer-key', { tenant: 'acme', name: 'Ada', canWrite: true }],
  ['acme-reader-key', { tenant: 'acme', name: 'Rui', canWrite: false }],
  ['globex-writer-key', { tenant: 'globex', name: 'Gus', canWrite: true }],
]);
const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/** Finds out who calls, and gives the request the data of that company alone. */
export function authenticate(stores) {
  return async (c, next) => {
    const key = c.req.header('X-Api-Key');
    const caller = callers.get(key);
    if (!caller) {
      throw new Problem(401, 'Send a valid key in X-Api-Key.', {}, { 'WWW-Authenticate': 'ApiKey realm="trackline"' });
    }
    if (!caller.canWrite && !safeMethods.includes(c.req.method)) {
      throw new Problem(403, 'This key may only read.');
    }
    c.set('caller', caller);
    c.set('store', stores.get(caller.tenant));
    await next();
  };
}
