import { type Answer, createEmptyAnswer, createJsonAnswer } from '../../src/demo/service/http/answer.js';
import { createLibraryProblem } from './http/problems.js';
import { patchTypes } from './http/read-content.js';
import { deleteLibraryItem, patchLibraryItem, postLibraryItem, putLibraryItem, readItem } from './item-handlers.js';
import { listKindsUnder } from './kinds.js';
import { createLibraryDocument } from './openapi/openapi.js';
import { readLibraryPage } from './page.js';
import { representItem } from './represent.js';
import { postRetirement, readRetirement } from './retirement.js';
import { findTarget, type Target } from './routes.js';
import { createStoredItems } from './stored-items.js';
import type { Library, LibraryContext, LibraryRequest } from './visit.js';

/** A library with nothing in it. */
export const openLibrary = (): Library => ({
  stock: createStoredItems(),
  keys: new Map(),
  document: createLibraryDocument(),
});

/** Answers one request. */
export function answerLibraryRequest(library: Library, request: LibraryRequest): Answer {
  const { method } = request;
  const [path = '', search] = request.target.replace(/^https?:\/\/[^/]*/i, '').split(/\?(.*)/s);
  if (method === 'OPTIONS' && path === '*')
    return createEmptyAnswer(204, { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' });
  // A missing parent or item takes precedence over an unsupported method.
  const target = findTarget(library.stock, path);
  if (!target) return createLibraryProblem(404, 'There is nothing at this path.');
  const offers = createMethodHandlers(target, { ...request, query: new URLSearchParams(search), library });
  const allow = [...offers.keys(), 'OPTIONS'].join(', ');
  const perform = offers.get(method);
  if (perform) return perform();
  if (method !== 'OPTIONS') return createLibraryProblem(405, `${method} is not allowed here.`, { allow });
  return createEmptyAnswer(204, {
    allow,
    ...(target.resource === 'item' && { 'accept-patch': patchTypes.join(', ') }),
  });
}

type MethodHandlers = ReadonlyMap<string, () => Answer>;

function createMethodHandlers(target: Target, visit: LibraryContext): MethodHandlers {
  switch (target.resource) {
    case 'directory':
      return createReadHandlers(() => createJsonAnswer(200, directory));
    case 'document':
      return createReadHandlers(() => createJsonAnswer(200, visit.library.document));
    case 'collection':
      return createReadHandlers(() => readLibraryPage(visit, target.path), {
        POST: () => postLibraryItem(visit, target.kind, target.parent),
      });
    case 'item':
      return createReadHandlers(() => readItem(visit, representItem(target.thing)), {
        PUT: () => putLibraryItem(visit, target.thing),
        PATCH: () => patchLibraryItem(visit, target.thing),
        DELETE: () => deleteLibraryItem(visit, target.thing),
      });
    case 'retirement':
      return createReadHandlers(() => readRetirement(visit, target.thing), {
        POST: () => postRetirement(visit, target.thing),
      });
  }
}

const createReadHandlers = (get: () => Answer, more: Readonly<Record<string, () => Answer>> = {}): MethodHandlers =>
  new Map(Object.entries({ GET: get, HEAD: get, ...more }));

const directory = {
  links: {
    self: '/',
    openapi: '/openapi.json',
    ...Object.fromEntries(listKindsUnder(undefined).map(({ plural }) => [plural, `/${plural}`])),
  },
};
