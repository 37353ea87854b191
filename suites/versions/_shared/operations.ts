import { compare, type Exchange, http, type Item, type Json, type Tools } from '#rule';
import type { CollectionPair } from './baseline.js';

type Method = Parameters<Tools['client']['send']>[0]['method'];

export interface RequestedOperation {
  readonly operation: string;
  readonly exchange: Exchange;
}

export async function requestAll(tools: Tools, { then, now }: CollectionPair, item: Item) {
  const asked: RequestedOperation[] = [];
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
      exchange: await tools.client.send({ method, path, ...contentFor(method, path, item, now) }),
    });
  }
  return asked;
}

/** Whether an operation does not exist: its method is not supported, or 404 where the item itself exists. */
export const isMissing = ({ answer }: Exchange, conflict: readonly number[]): boolean =>
  answer !== undefined && [404, 405, 410, 501].includes(answer.status) && !conflict.includes(answer.status);

/** Whether the item itself exists, without which responses below it prove nothing. */
export const isItemThere = (asked: readonly RequestedOperation[], item: Item): boolean =>
  asked.some(
    ({ exchange }) => exchange.method === 'GET' && exchange.path === item.path && http.hasStatus(exchange, 200),
  );

const isBelowItem = (path: string, { path: own }: Item): boolean => path.startsWith(`${own}/`);

function contentFor(method: Method, path: string, item: Item, { replace, patch, actions }: CollectionPair['now']) {
  if (method === 'PUT') return insertContent(item.sent, replace?.request?.mediaType);
  if (method === 'PATCH')
    return insertContent(pickSentMember(item.sent), patch?.request?.mediaType ?? 'application/merge-patch+json');
  if (method !== 'POST') return {};
  const name = path.split('/').at(-1);
  const action = actions.find((one) => one.path.split('/').at(-1) === name);
  return insertContent(action?.body ?? action?.post?.request?.example ?? {}, action?.post?.request?.mediaType);
}

/** A patch that changes nothing. */
const pickSentMember = (sent: Json): Json =>
  compare.isObject(sent) ? Object.fromEntries(Object.entries(sent).slice(0, 1)) : {};

const insertContent = (json: Json, mediaType = 'application/json') => ({
  json,
  headers: { 'content-type': mediaType },
});
