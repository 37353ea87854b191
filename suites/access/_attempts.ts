import {
  type Action,
  type Caller,
  type Collection,
  type Exchange,
  type Item,
  isObject,
  type Json,
  type Operation,
  preparePatch,
  type Tools,
} from '#rule';
import type { RequestBodies } from './_request-bodies.js';

/** A request that a caller may attempt. It is valid: a caller with all permissions would get a success. */
export interface Attempt {
  readonly name: string;
  readonly isOnItem: boolean;
  /** The request content, where it may end up in the item. */
  readonly carried?: Json;
  readonly action?: Action;
  send(as?: Caller, role?: 'control'): Promise<Exchange>;
}

type Tooling = Pick<Tools, 'http' | 'items' | 'collection' | 'perform'>;

/** The attempts to read: the collection and one item. Operations without access control are left out. */
export function listReadAttempts(item: Item, { http, items, collection }: Tooling): Attempt[] {
  const get = (name: string, path: string, isOnItem: boolean): Attempt => ({
    name,
    isOnItem,
    send: (as, role) => http.send({ method: 'GET', path, ...(as && { as }), ...(role && { role }) }),
  });
  return [
    ...(isGuarded(collection, collection.list) ? [get('GET of the collection', items.firstPage(), false)] : []),
    ...(isGuarded(collection, collection.read) ? [get('GET of an item', item.path, true)] : []),
  ];
}

/** The attempt to create another item. */
export function listCreateAttempts({ body }: RequestBodies, { items, collection }: Tooling): Attempt[] {
  if (!isGuarded(collection, collection.create)) return [];
  const send: Attempt['send'] = async (as, role) =>
    (await items.post(body, { marked: true, ...(as && { as }), ...(role && { role }) })).exchange;
  return [{ name: 'POST to the collection', isOnItem: false, send }];
}

/** The attempts to write to one item. No attempt makes the next one illegal: DELETE comes last. */
export function listWriteAttempts(item: Item, drawn: RequestBodies, tools: Tooling): Attempt[] {
  const { replace, patch, actions } = tools.collection;
  return [
    ...createWriteAttempts(item, replace, () => item.prepare(drawn.replacement), tools),
    ...createWriteAttempts(item, patch, () => preparePatchBody(item, patch, drawn.patch), tools),
    ...actions
      .filter((action) => isLegalAtFirst(tools.collection, action))
      .map((action) => createActionAttempt(item, action, tools)),
    ...listDeleteAttempts(item, tools),
  ];
}

/**
 * A document that secures some operations by name leaves the others public; where no operation says anything, all are
 * secured.
 */
function isGuarded(collection: Collection, operation: Operation | undefined): operation is Operation {
  if (operation === undefined) return false;
  const { list, create, read } = collection;
  const isAnySaid = [list, create, read].some((one) => one?.secured !== undefined);
  return operation.secured ?? !isAnySaid;
}

function createWriteAttempts(
  item: Item,
  operation: Operation | undefined,
  word: () => Json | undefined,
  tools: Tooling,
): Attempt[] {
  const json = operation?.request && isGuarded(tools.collection, operation) ? word() : undefined;
  if (!operation || json === undefined) return [];
  const { method } = operation;
  const headers = { 'content-type': operation.request?.mediaType ?? 'application/json' };
  const send: Attempt['send'] = (as, role) =>
    tools.http.send({ method, path: item.path, json, headers, ...(as && { as }), ...(role && { role }) });
  return [{ name: `${method} of an item`, isOnItem: true, carried: json, send }];
}

/** A merge patch of the drawn members; undefined where PATCH takes another format. */
function preparePatchBody(item: Item, patch: Operation | undefined, drawn: Json): Json | undefined {
  const isNothing = !isObject(drawn) || Object.keys(drawn).length === 0;
  return isNothing || /json-patch/i.test(patch?.request?.mediaType ?? '') ? undefined : preparePatch(item, drawn);
}

function isLegalAtFirst(collection: Collection, { post, from }: Action): boolean {
  const initial = collection.states?.initial;
  return isGuarded(collection, post) && (from === undefined || initial === undefined || from.includes(initial));
}

const createActionAttempt = (item: Item, action: Action, { perform }: Tooling): Attempt => ({
  name: `POST of a ${action.name}`,
  isOnItem: true,
  action,
  send: (as, role) => perform(item, action, { ...(as && { as }), ...(role && { role }) }),
});

function listDeleteAttempts({ path }: Item, { http, collection }: Tooling): Attempt[] {
  if (!isGuarded(collection, collection.remove) || collection.deletion.mode === 'none') return [];
  const send: Attempt['send'] = (as, role) =>
    http.send({ method: 'DELETE', path, ...(as && { as }), ...(role && { role }) });
  return [{ name: 'DELETE of an item', isOnItem: true, send }];
}
