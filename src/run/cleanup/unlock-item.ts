import { type LedgerEntry, permitWrite } from '../../ledger/entry.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import { type Exchange, hasStatus } from '../../model/exchange.js';
import { isObject, type Json } from '../../model/json.js';
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
  readonly refusal: Exchange;
  /** Whether the service shows that the item belongs to the run. */
  readonly isOwn: () => Promise<boolean>;
  readonly sendDelete: () => Promise<Exchange>;
}

/** Maximum number of actions that are tried in a collection before DELETE. */
const maxUnlocks = 3;

/** Performs the action without which DELETE was refused for an earlier item of the collection, where the item shows that it is of the run. */
export async function unlockLikeOthers(
  entry: LedgerEntry,
  collection: Collection,
  { meter, known, isOwn }: Pick<LockedRemoval, 'meter' | 'known' | 'isOwn'>,
): Promise<void> {
  const { unlocking = [] } = known ?? {};
  if (unlocking.length === 0 || collection.states !== undefined || !(await isOwn())) return;
  await performAll(unlocking, entry, collection, meter);
}

/**
 * Removes an item whose state refuses DELETE after the actions that lead to a state that does not: a started order is completed before
 * it is removed. Where no states are declared, actions that the refusal or the item names are tried with the first such item, and the
 * one that helped is kept. The lock may protect an item of others, so the item must show that it is of the run then. Undefined where no
 * action succeeded.
 */
export async function removeLocked(
  entry: LedgerEntry,
  collection: Collection,
  { meter, known, refusal, isOwn, sendDelete }: LockedRemoval,
): Promise<Exchange | undefined> {
  const { states } = collection;
  if (states !== undefined) {
    const actions = await findUnlockingActions(entry, collection, states, meter);
    return (await performAll(actions, entry, collection, meter)) ? sendDelete() : undefined;
  }
  if (known === undefined || known.unlocking?.length === 0 || !(await isOwn())) return undefined;
  const tried = known.unlocking ?? (await findNamedActions(entry, collection, refusal, meter));
  if (tried.length > 0) known.unlocking ??= [];
  let exchange: Exchange | undefined;
  for (const action of tried) {
    if (!(await performAll([action], entry, collection, meter))) continue;
    exchange = await sendDelete();
    if (isLocked(exchange)) continue;
    known.unlocking = [action];
    break;
  }
  return exchange;
}

/** The actions that the refusal names, or a switch of the item that is off: "archive it first", `archived: false`. */
async function findNamedActions(
  entry: LedgerEntry,
  collection: Collection,
  refusal: Exchange,
  meter: RequestMeter,
): Promise<readonly Action[]> {
  const own = collection.actions.filter((action) => isOwnAction(action, collection));
  const shown =
    own.length === 0 || !collection.read ? undefined : (await readItem(entry, meter, uncached)).answer?.json;
  const words = [refusal.answer?.text ?? '', ...listOff(shown as Json | undefined, 0)].join(' ').toLowerCase();
  return own.filter(({ name }) => isNamed(name, words)).slice(0, maxUnlocks);
}

/** The names of the switches of an item that are off; it may be in an envelope. */
const listOff = (shown: Json | undefined, depth: number): string[] =>
  Object.entries(isObject(shown) && depth < 2 ? shown : {}).flatMap(([name, value]) =>
    value === false ? [name] : listOff(value, depth + 1),
  );

/** Whether words have the name of an action in any form: `archive`, `archived`, `archival`. */
function isNamed(action: string, words: string): boolean {
  const stem = action.toLowerCase().replace(/(ation|ment|ing|ion|al|e)$/, '');
  return stem.length >= minStem && words.includes(stem);
}

const minStem = 4;

/** Whether an action is below the address of its item. */
const isOwnAction = ({ path, post }: Action, { itemPath }: Collection): boolean =>
  post !== undefined &&
  itemPath !== undefined &&
  path.startsWith(itemPath) &&
  /^[/:]/.test(path.slice(itemPath.replace(/\/$/, '').length));

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
async function performAll(
  actions: readonly Action[],
  entry: LedgerEntry,
  collection: Collection,
  meter: RequestMeter,
): Promise<boolean> {
  const { path = '', as } = entry;
  let isMoved = false;
  for (const action of actions) {
    if (!isOwnAction(action, collection)) break;
    const sent = await meter.sendUnmetered({
      method: 'POST',
      path: path + action.path.slice(collection.itemPath?.length),
      role: 'cleanup',
      trial: 'cleanup',
      ...(as && { as }),
      content: JSON.stringify(getActionBody(action)),
      headers: { 'content-type': action.post?.request?.mediaType ?? 'application/json' },
      record: permitWrite(entry),
    });
    if (!hasStatus(sent, 2)) break;
    isMoved = true;
  }
  return isMoved;
}
