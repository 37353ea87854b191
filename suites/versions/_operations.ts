import { type Exchange, hasStatus, type Item, type Json, type Method, type Tools } from '#rule';
import type { Pair } from './_before.js';

/** An operation of the baseline, and its response now. */
export interface Asked {
  readonly operation: string;
  readonly exchange: Exchange;
}

/** Requests the operations of the baseline on an existing item: reads first, removal last. */
export async function askAll(tools: Tools, { then, now }: Pair, item: Item): Promise<Asked[]> {
  const asked: Asked[] = [];
  const turns: readonly Method[] = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'];
  const inOrder = turns.flatMap((method) => then.operations.filter((operation) => operation.startsWith(`${method} `)));
  for (const operation of inOrder) {
    const [method = 'GET', template = ''] = operation.split(' ') as [Method, string];
    const path = template.replace(/\{[^}]+\}/, () => encodeURIComponent(item.id));
    // The item proves that POST of the collection exists; a record that was never created may be missing.
    const isKnown = operation === `POST ${then.path}` || (method === 'GET' && isBelowItem(path, item));
    if (isKnown || template.split('{').length > 2) continue;
    asked.push({
      operation,
      exchange: await tools.http.send({ method, path, ...contentFor(method, path, item, now) }),
    });
  }
  return asked;
}

/** Whether an operation does not exist: its method is not supported, or 404 where the item itself exists. */
export const isGone = ({ answer }: Exchange, conflict: readonly number[]): boolean =>
  answer !== undefined && [404, 405, 410, 501].includes(answer.status) && !conflict.includes(answer.status);

/** Whether the item itself exists, without which responses below it prove nothing. */
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
