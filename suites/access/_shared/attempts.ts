import {
  type Action,
  assume,
  type Caller,
  type Collection,
  compare,
  type Exchange,
  http,
  type Item,
  type Json,
  type JudgingTools,
  needs,
  type Tools,
  values,
} from '#rule';

type Operation = NonNullable<Collection['create']>;

/** A request that a caller may attempt. It is valid: a caller with all permissions would get a success. */
export interface Attempt {
  readonly name: string;
  readonly isOnItem: boolean;
  /** The request content, where it may end up in the item. */
  readonly carried?: Json;
  readonly action?: Action;
  send(as?: Caller, role?: 'control'): Promise<Exchange>;
}

type Tooling = Pick<Tools, 'client' | 'items' | 'collection' | 'actions'>;

/** The attempts to read: the collection and one item. Operations without access control are left out. */
export function listReadAttempts(item: Item, { client, items, collection }: Tooling): Attempt[] {
  const get = (name: string, path: string, isOnItem: boolean): Attempt => ({
    name,
    isOnItem,
    send: (as, role) => client.send({ method: 'GET', path, ...(as && { as }), ...(role && { role }) }),
  });
  return [
    ...(isGuarded(collection, collection.list) ? [get('GET of the collection', items.firstPage(), false)] : []),
    ...(isGuarded(collection, collection.read) ? [get('GET of an item', item.path, true)] : []),
  ];
}

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
    ...createWriteAttempts(item, patch, () => preparePatchBody(item, drawn.patch), tools),
    ...actions
      .filter((action) => isLegalAtFirst(tools.collection, action))
      .map((action) => createActionAttempt(item, action, tools)),
    ...listDeleteAttempts(item, tools),
  ];
}

/** A document that secures some operations leaves the others public; where it says nothing, all are secured. */
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
    tools.client.send({ method, path: item.path, json, headers, ...(as && { as }), ...(role && { role }) });
  return [{ name: `${method} of an item`, isOnItem: true, carried: json, send }];
}

function isLegalAtFirst(collection: Collection, { post, from }: Action): boolean {
  const initial = collection.states?.initial;
  return isGuarded(collection, post) && (from === undefined || initial === undefined || from.includes(initial));
}

const createActionAttempt = (item: Item, action: Action, { actions }: Tooling): Attempt => ({
  name: `POST of a ${action.name}`,
  isOnItem: true,
  action,
  send: (as, role) => actions.perform(item, action, { ...(as && { as }), ...(role && { role }) }),
});

function listDeleteAttempts({ path }: Item, { client, collection }: Tooling): Attempt[] {
  if (!isGuarded(collection, collection.remove) || collection.deletion.mode === 'none') return [];
  const send: Attempt['send'] = (as, role) =>
    client.send({ method: 'DELETE', path, ...(as && { as }), ...(role && { role }) });
  return [{ name: 'DELETE of an item', isOnItem: true, send }];
}

export interface RequestBodies {
  readonly body: Json;
  readonly replacement: Json;
  readonly patch: Json;
}

/** Changes are random: a boundary value could equal the current value, and the change would not be visible. */
export const drawRequestBodies = (bodies: values.Bodies) =>
  values.record<RequestBodies>({
    body: bodies.body(),
    replacement: values.drawAtRandom(bodies.replacement()),
    patch: values.drawAtRandom(bodies.patch()),
  });

/** The caller who must not see or change the items of the full caller. */
export const otherTenant: Caller = 'otherTenant';

/** Only the caller who created an item may access it. */
export const privateItems = needs.defineNeed('collection', {
  name: 'private items',
  reason: 'items are not declared private',
  enable: 'resources[].private',
  isMet: ({ isPrivate }) => isPrivate,
});

/** GET as the other tenant. Ends the case where the collection returns 401, too: the credentials are not accepted. */
export async function getAsOtherTenant(path: string, { client, items }: Pick<Tools, 'client' | 'items'>) {
  const asked = await client.send({ method: 'GET', path, as: otherTenant });
  if (!http.hasStatus(asked, 401)) return asked;
  const known = await client.send({ method: 'GET', path: items.firstPage(), as: otherTenant, role: 'control' });
  const why = 'auth.credentials.otherTenant gets 401 everywhere, as if the credentials were not valid';
  assume(!http.hasStatus(known, 401), 'setup', why);
  return asked;
}

/** Runs before any write: where each tenant has an item of its own at a URL, a write could hit one of others. */
export async function assumeHidden({ path }: Item, tools: Pick<Tools, 'client' | 'items'>): Promise<void> {
  const seen = await getAsOtherTenant(path, tools);
  assume(!http.hasStatus(seen, 2), 'no-usable-case', `GET returned ${seen.answer?.status} to the other tenant`);
}

/** Whether both callers got the same representation, apart from members that change by themselves. */
export function isAlike({ answer: own }: Exchange, { answer: shown }: Exchange, { withoutNoise }: JudgingTools) {
  if (own === undefined || shown === undefined || own.text === '') return false;
  if (own.text === shown.text) return true;
  return own.json !== undefined && compare.isEquivalent(withoutNoise(own.json), withoutNoise(shown.json));
}

/** The callers that the service cannot authenticate, in turn. */
export function chooseUnauthenticated({ callers }: Pick<Collection, 'callers'>, turn: number): Caller {
  const all: Caller[] = ['none', 'invalid', ...(callers.includes('expired') ? (['expired'] as const) : [])];
  return all[turn % all.length] ?? 'none';
}

/** Whether the status refuses the caller: 401, 403, or 404 where the service hides the item. */
export const isRefusal = (exchange: Exchange): boolean => http.hasStatus(exchange, 401, 403, 404);

const preparePatchBody = (item: Item, drawn: Json): Json | undefined =>
  compare.isObject(drawn) && Object.keys(drawn).length > 0 ? http.preparePatch(item, drawn) : undefined;
