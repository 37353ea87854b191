import { buildPointer, isObject, parsePointer } from '../../../model/json.js';
import type { OutsideEffect } from '../../../model/observed-exchange.js';
import type { Item } from '../../../rule/items.js';
import type { JudgingTools } from '../../../rule/tools.js';

/**
 * Whether an item may not change in this way by a request to another one: it is gone, or a text of it changed that means nothing
 * to other items. Services may keep a member that only one item can have, such as a position or a default.
 */
export function isAccusable({ kind, before }: OutsideEffect, item: Pick<Item, 'sent'>, judging: JudgingTools): boolean {
  if (kind === 'removed') return true;
  return (
    isObject(before) &&
    Object.entries(before).some(([name, was]) => typeof was === 'string' && isFreeText(name, item, judging))
  );
}

/** Whether any text is valid as this member. */
function isFreeText(name: string, { sent }: Pick<Item, 'sent'>, { collection, findBreaches }: JudgingTools): boolean {
  if (collection.marker === buildPointer([name])) return true;
  const schema = collection.create?.request?.schema;
  if (schema === undefined || !isObject(sent)) return false;
  const other = { ...sent, [name]: 'text for a check' };
  return !findBreaches(schema, other).some(({ pointer }) => parsePointer(pointer)[0] === name);
}
