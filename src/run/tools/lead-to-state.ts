import { setAtPointer } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { findNextStates, findStatePath } from '../../rule/compare/state-path.js';
import type { Item } from '../../rule/items.js';
import type { Tools } from '../../rule/tools.js';

/**
 * Leads an item from the state that GET showed to a wanted one, as far as that is declared: by writing states where clients write them, and by actions. `perform`
 * sends the POST of an action of this collection.
 */
export async function leadToState(
  item: Item,
  state: string,
  { states, patch, replace, actions }: Collection,
  isWanted: (state: string) => boolean,
  { client, perform }: Pick<Tools, 'client' | 'perform'>,
): Promise<void> {
  if (states === undefined) return;
  const method = states.setBy?.includes('PATCH') && patch?.request ? 'PATCH' : 'PUT';
  const mediaType = (method === 'PATCH' ? patch : replace)?.request?.mediaType ?? 'application/json';
  for (const next of findNextStates(states, state, isWanted) ?? []) {
    const json = setAtPointer(method === 'PUT' ? item.sent : {}, states.pointer, next);
    const headers = { 'content-type': mediaType };
    await client.send({ method, path: item.path, json, headers, role: 'control' });
  }
  for (const name of findStatePath(states, state, isWanted) ?? []) {
    const action = actions.find((one) => one.name === name);
    if (action?.post) await perform(item, action, { role: 'control' });
  }
}
