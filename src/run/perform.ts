import type { Action, Collection, Exchange, Item, Json, Performing } from '../rule/index.js';
import { keyField } from './keying.js';
import { carrying, type Wire } from './wire.js';

/** Path of an action on an item: what is left open in its template is the id. */
export const pathOf = (action: Action, item: Item): string =>
  action.path.replace(/\{[^}]+\}/, () => encodeURIComponent(item.id));

/** POST of an action; a body is sent where one is declared, described or given. */
export function perform(
  { idempotency }: Collection,
  wire: Wire,
  item: Item,
  action: Action,
  { body, key, as, role }: Performing = {},
): Promise<Exchange> {
  const field = key !== undefined && idempotency?.in === 'header' ? keyField(idempotency, key) : {};
  const { json, headers } = carrying(body ?? bodyOf(action), action.post?.request?.mediaType);
  return wire.send({
    method: 'POST',
    path: pathOf(action, item),
    json: json ?? null,
    headers: { ...headers, ...field },
    ...(as && { as }),
    ...(role && { role }),
  });
}

/** The body that an action is known to accept. */
const bodyOf = ({ body, post }: Action): Json => body ?? post?.request?.example ?? {};
