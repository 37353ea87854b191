import { type LedgerEntry, permitWrite } from '../../ledger/entry.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import { type Exchange, hasStatus } from '../../model/exchange.js';
import type { Action, Collection } from '../../model/service/subject.js';
import { findStatePath, readState } from '../../rule/compare/state-path.js';
import { getActionBody } from '../items/actions.js';
import type { CollectionState } from '../items/collection-state.js';
import { readItem, uncached } from './read-item.js';

/** Refusals that an action on the item may end; a DELETE without content has no other reason for 400. */
export const isLocked = (exchange: Exchange): boolean => hasStatus(exchange, 400, 403, 409, 422, 423);

interface LockedRemoval {
  readonly meter: RequestMeter;
  /** What is known of the collection in this run; only declared states lead to actions without it. */
  readonly known: Pick<CollectionState, 'unlocking'> | undefined;
  readonly sendDelete: () => Promise<Exchange>;
}

/** Maximum number of actions that are tried in a collection before DELETE. */
const maxUnlocks = 3;

/**
 * Removes an item whose state refuses DELETE after the actions that lead to a state that does not: a started order is completed before
 * it is removed. Where no states are declared, single actions are tried with the first such item, and the one that helped is kept.
 * Undefined where no action succeeded.
 */
export async function removeLocked(
  entry: LedgerEntry,
  collection: Collection,
  { meter, known, sendDelete }: LockedRemoval,
): Promise<Exchange | undefined> {
  const own = collection.actions.filter(({ path, post }) => post && path.startsWith(collection.itemPath ?? ' '));
  const ways =
    collection.states !== undefined
      ? [await findUnlockingActions(entry, collection, collection.states, meter)]
      : known !== undefined && known.unlocking === undefined
        ? own.slice(0, maxUnlocks).map((action) => [action])
        : [];
  if (known && collection.states === undefined) known.unlocking ??= [];
  let exchange: Exchange | undefined;
  for (const actions of ways) {
    if (!(await performAll(actions, entry, collection, meter))) continue;
    exchange = await sendDelete();
    if (isLocked(exchange)) continue;
    if (known && collection.states === undefined) known.unlocking = actions;
    break;
  }
  return exchange;
}

/** The actions to a state that does not refuse DELETE: one that is declared not to, or a terminal one. */
async function findUnlockingActions(
  entry: LedgerEntry,
  collection: Collection,
  states: NonNullable<Collection['states']>,
  meter: RequestMeter,
): Promise<readonly Action[]> {
  const look = collection.read === undefined ? undefined : await readItem(entry, meter, uncached);
  const state = look && hasStatus(look, 200) ? readState(collection, look.answer?.json) : undefined;
  const locked = Object.entries(states.locked ?? {}).flatMap(([name, methods]) =>
    methods.includes('DELETE') ? [name] : [],
  );
  const isWanted = (name: string) => (locked.length > 0 ? !locked.includes(name) : states.terminal.includes(name));
  if (state === undefined || isWanted(state)) return [];
  const names = findStatePath(states, state, isWanted) ?? [];
  return names.flatMap((name) => collection.actions.find((one) => one.name === name) ?? []);
}

/** Performs actions until one fails; whether at least one succeeded. */
export async function performAll(
  actions: readonly Action[],
  entry: LedgerEntry,
  { itemPath = '' }: Collection,
  meter: RequestMeter,
): Promise<boolean> {
  const { path = '', as } = entry;
  let isMoved = false;
  for (const action of actions) {
    if (action.post === undefined || !action.path.startsWith(itemPath)) break;
    const sent = await meter.sendUnmetered({
      method: 'POST',
      path: path + action.path.slice(itemPath.length),
      role: 'cleanup',
      trial: 'cleanup',
      ...(as && { as }),
      content: JSON.stringify(getActionBody(action)),
      headers: { 'content-type': action.post.request?.mediaType ?? 'application/json' },
      record: permitWrite(entry),
    });
    if (!hasStatus(sent, 2)) break;
    isMoved = true;
  }
  return isMoved;
}
