import type { LedgerScope } from '../../ledger/entry.js';
import { type Exchange, hasStatus } from '../../model/exchange.js';
import { buildPointer, type Json, setAtPointer } from '../../model/json.js';
import type { Action } from '../../model/service/subject.js';
import type { HttpRequest } from '../../rule/http/request.js';
import type { Item } from '../../rule/items.js';
import type { PerformOptions } from '../../rule/tools.js';
import { followIdentity } from '../writes/follow-identity.js';
import { requireOwnItem } from '../writes/require-permitted.js';
import { awaitCompletion, type CompletionContext } from './await-completion.js';
import { buildContent } from './case-client.js';
import { buildKeyHeader } from './idempotency-key.js';

/** Path of an action on an item; the open path parameter is the id. */
export const buildActionPath = (action: Action, item: Item): string =>
  action.path.replace(/\{[^}]+\}/, () => encodeURIComponent(item.id));

/** The POST of an action on an item of another collection, as a control: with the declared or described body. */
export function buildActionRequest(action: Action, item: Item): HttpRequest {
  const { json, headers } = buildContent(getActionBody(action), action.post?.request?.mediaType);
  return { method: 'POST', path: buildActionPath(action, item), json: json ?? null, headers, role: 'control' };
}

export type ActionContext = CompletionContext & { readonly ledger: LedgerScope };

/**
 * Sends the POST of an action, with a body if one is given, declared or described. An accepted request is followed
 * until it completes.
 */
export async function performAction(
  { collection, wire, baseUrl, ledger }: ActionContext,
  item: Item,
  action: Action,
  { body, key, as, role }: PerformOptions = {},
): Promise<Exchange> {
  const { idempotency } = collection;
  const isInBody = key !== undefined && action.key !== undefined;
  const field = key !== undefined && !isInBody && idempotency?.in === 'header' ? buildKeyHeader(idempotency, key) : {};
  const plain = body ?? getActionBody(action);
  const keyed = isInBody ? setAtPointer(plain, buildPointer([action.key]), key) : plain;
  const { json, headers } = buildContent(keyed, action.post?.request?.mediaType);
  const path = buildActionPath(action, item);
  requireOwnItem(collection, { method: 'POST', path: item.path }, ledger);
  const exchange = await wire.send({
    method: 'POST',
    path,
    record: ledger.recordRequest('POST', path),
    json: json ?? null,
    headers: { ...headers, ...field },
    ...(as && { as }),
    ...(role && { role }),
  });
  const own = ledger.listEntries().find((entry) => entry.path === item.path);
  followIdentity({ collection, baseUrl, ledger }, exchange, own);
  if (!hasStatus(exchange, 202)) return exchange;
  return { ...exchange, isDone: (await awaitCompletion({ collection, wire, baseUrl, as }, exchange)).isDone };
}

/** The body that an action is known to accept. */
export const getActionBody = ({ body, post, accepted }: Action): Json =>
  body ?? post?.request?.example ?? accepted ?? {};
