import type { LedgerEntry } from '../../ledger/entry.js';
import { permitWrite } from '../../ledger/permit-write.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import { hasStatus } from '../../model/exchange.js';
import type { Action, Collection } from '../../model/service/subject.js';
import { findStatePath, readState } from '../../rule/compare/state-path.js';
import { getActionBody } from '../items/actions.js';

/**
 * Leads an item whose state may refuse DELETE to a state that does not, by its declared actions: a started order is completed before
 * it is removed. Where nothing is declared about DELETE, a terminal state is tried. Resolves to whether an action succeeded.
 */
export async function unlockItem(entry: LedgerEntry, collection: Collection, meter: RequestMeter): Promise<boolean> {
  const { path = '', as } = entry;
  const { states, read, itemPath } = collection;
  if (states === undefined || read === undefined || itemPath === undefined) return false;
  const known = { role: 'cleanup', trial: 'cleanup', ...(as && { as }) } as const;
  const look = await meter.sendUnmetered({ ...known, method: 'GET', path, headers: { 'cache-control': 'no-cache' } });
  const state = hasStatus(look, 200) ? readState(collection, look.answer?.json) : undefined;
  const isWanted = findRemovableStates(collection);
  if (state === undefined || isWanted(state)) return false;
  let isMoved = false;
  for (const name of findStatePath(states, state, isWanted) ?? []) {
    const action = collection.actions.find((one) => one.name === name);
    if (action?.post === undefined || !action.path.startsWith(`${itemPath}/`)) break;
    const sent = await meter.sendUnmetered({
      ...known,
      method: 'POST',
      path: path + action.path.slice(itemPath.length),
      ...buildActionContent(action),
      record: permitWrite(entry),
    });
    if (!hasStatus(sent, 2)) break;
    isMoved = true;
  }
  return isMoved;
}

/** The states in which DELETE is possible as far as that is declared. */
function findRemovableStates({ states }: Collection): (state: string) => boolean {
  const locked = Object.entries(states?.locked ?? {}).flatMap(([state, methods]) =>
    methods.includes('DELETE') ? [state] : [],
  );
  return (state) => (locked.length > 0 ? !locked.includes(state) : states?.terminal.includes(state) === true);
}

const buildActionContent = (action: Action) => ({
  content: JSON.stringify(getActionBody(action)),
  headers: { 'content-type': action.post?.request?.mediaType ?? 'application/json' },
});
