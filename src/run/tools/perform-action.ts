import { answered, type Exchange } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import type { Action } from '../../model/service/subject.js';
import type { Item } from '../../rule/items.js';
import type { Performing } from '../../rule/tools.js';
import { type Following, follow } from './await-completion.js';
import { carrying } from './case-client.js';
import { keyField } from './idempotency-key.js';

/** Path of an action on an item: what is left open in its template is the id. */
export const pathOf = (action: Action, item: Item): string =>
  action.path.replace(/\{[^}]+\}/, () => encodeURIComponent(item.id));

/** POST of an action; a body is sent where one is declared, described or given. What is accepted only is followed to its end. */
export async function perform(
  { collection, wire, baseUrl }: Following,
  item: Item,
  action: Action,
  { body, key, as, role }: Performing = {},
): Promise<Exchange> {
  const { idempotency } = collection;
  const field = key !== undefined && idempotency?.in === 'header' ? keyField(idempotency, key) : {};
  const { json, headers } = carrying(body ?? bodyOf(action), action.post?.request?.mediaType);
  const exchange = await wire.send({
    method: 'POST',
    path: pathOf(action, item),
    json: json ?? null,
    headers: { ...headers, ...field },
    ...(as && { as }),
    ...(role && { role }),
  });
  if (!answered(exchange, 202)) return exchange;
  return { ...exchange, isDone: (await follow({ collection, wire, baseUrl }, exchange, as)).isDone };
}

/** The body that an action is known to accept. */
const bodyOf = ({ body, post }: Action): Json => body ?? post?.request?.example ?? {};
