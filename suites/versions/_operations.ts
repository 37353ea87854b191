import { type Exchange, hasStatus, type Item, type Json, type Method, type Tools } from '#rule';
import type { Pair } from './_before.js';

/** An operation of old, and what it answers now. */
export interface Asked {
  readonly operation: string;
  readonly exchange: Exchange;
}

/** Asks for the operations of old on an item that is there: first what reads, last what removes. */
export async function askAll(tools: Tools, { then, now }: Pair, item: Item): Promise<Asked[]> {
  const asked: Asked[] = [];
  const turns: readonly Method[] = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'];
  const inOrder = turns.flatMap((method) => then.operations.filter((operation) => operation.startsWith(`${method} `)));
  for (const operation of inOrder) {
    const [method = 'GET', template = ''] = operation.split(' ') as [Method, string];
    const path = template.replace(/\{[^}]+\}/, () => encodeURIComponent(item.id));
    // The item shows that POST of the collection is there; a record that nobody made need not be.
    const isKnown = operation === `POST ${then.path}` || (method === 'GET' && isBelowItem(path, item));
    if (isKnown || template.split('{').length > 2) continue;
    asked.push({
      operation,
      exchange: await tools.http.send({ method, path, ...contentFor(method, path, item, now) }),
    });
  }
  return asked;
}

/** Whether an operation is not there: its method is not known, or nothing is found where the item itself was. */
export const isGone = ({ answer }: Exchange, conflict: readonly number[]): boolean =>
  answer !== undefined && [404, 405, 410, 501].includes(answer.status) && !conflict.includes(answer.status);

/** Whether the item itself is there, without which nothing below it says anything. */
export const isStanding = (asked: readonly Asked[], item: Item): boolean =>
  asked.some(({ exchange }) => exchange.method === 'GET' && exchange.path === item.path && hasStatus(exchange, 200));

const isBelowItem = (path: string, { path: own }: Item): boolean => path.startsWith(`${own}/`);

function contentFor(method: Method, path: string, item: Item, { replace, patch, actions }: Pair['now']) {
  if (method === 'PUT') return carrying(item.sent, replace?.request?.mediaType);
  if (method === 'PATCH') return carrying({}, patch?.request?.mediaType ?? 'application/merge-patch+json');
  if (method !== 'POST') return {};
  const name = path.split('/').at(-1);
  const action = actions.find((one) => one.path.split('/').at(-1) === name);
  return carrying(action?.body ?? action?.post?.request?.example ?? {}, action?.post?.request?.mediaType);
}

const carrying = (json: Json, mediaType = 'application/json') => ({ json, headers: { 'content-type': mediaType } });
