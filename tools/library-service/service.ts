import { type Answer, empty, json } from '../../src/demo/service/http/answer.js';
import { problem } from './http/problems.js';
import { patchTypes } from './http/read-content.js';
import { deleteItem, patchItem, postItem, putItem, read } from './item-handlers.js';
import { kindsUnder } from './kinds.js';
import { openapi } from './openapi/openapi.js';
import { readPage } from './page.js';
import { representation } from './represent.js';
import { postRetirement, readRetirement } from './retirement.js';
import { type Target, targetOf } from './routes.js';
import { emptyStock } from './stored-items.js';
import type { Library, Request, Visit } from './visit.js';

/** A library with nothing in it. */
export const openLibrary = (): Library => ({ stock: emptyStock(), keys: new Map(), document: openapi() });

/** Answers one request. */
export function answer(library: Library, request: Request): Answer {
  const { method } = request;
  const [path = '', search] = request.target.replace(/^https?:\/\/[^/]*/i, '').split(/\?(.*)/s);
  if (method === 'OPTIONS' && path === '*')
    return empty(204, { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' });
  // A missing parent or item wins over a method that is not offered: nothing is said of what is not there.
  const target = targetOf(library.stock, path);
  if (!target) return problem(404, 'There is nothing at this path.');
  const offers = offersAt(target, { ...request, query: new URLSearchParams(search), library });
  const allow = [...offers.keys(), 'OPTIONS'].join(', ');
  const perform = offers.get(method);
  if (perform) return perform();
  if (method !== 'OPTIONS') return problem(405, `${method} is not allowed here.`, { allow });
  return empty(204, { allow, ...(target.resource === 'item' && { 'accept-patch': patchTypes.join(', ') }) });
}

type Offers = ReadonlyMap<string, () => Answer>;

function offersAt(target: Target, visit: Visit): Offers {
  switch (target.resource) {
    case 'directory':
      return reading(() => json(200, directory));
    case 'document':
      return reading(() => json(200, visit.library.document));
    case 'collection':
      return reading(() => readPage(visit, target.path), { POST: () => postItem(visit, target.kind, target.parent) });
    case 'item':
      return reading(() => read(visit, representation(target.thing)), {
        PUT: () => putItem(visit, target.thing),
        PATCH: () => patchItem(visit, target.thing),
        DELETE: () => deleteItem(visit, target.thing),
      });
    case 'retirement':
      return reading(() => readRetirement(visit, target.thing), { POST: () => postRetirement(visit, target.thing) });
  }
}

const reading = (get: () => Answer, more: Readonly<Record<string, () => Answer>> = {}): Offers =>
  new Map(Object.entries({ GET: get, HEAD: get, ...more }));

const directory = {
  links: {
    self: '/',
    openapi: '/openapi.json',
    ...Object.fromEntries(kindsUnder(undefined).map(({ plural }) => [plural, `/${plural}`])),
  },
};
