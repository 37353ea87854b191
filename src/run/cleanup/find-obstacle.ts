import { type LedgerEntry, permitWrite } from '../../ledger/entry.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import { clock, pause, pollUntil } from '../../model/clock.js';
import { type Exchange, hasStatus } from '../../model/exchange.js';
import { isObject, type Json } from '../../model/json.js';
import type { Action, Collection } from '../../model/service/subject.js';
import { findStatePath, readState } from '../../rule/compare/state-path.js';
import { getActionBody } from '../items/actions.js';
import type { CollectionState } from '../items/collection-state.js';
import { usualLagMs } from '../trial/shared-state.js';
import { type OwnerContext, readOwner } from './ownership.js';
import { readItem, uncached } from './read-item.js';

/**
 * Result of an attempt to remove one item: `accepted` when the service has not completed it yet, `later` when another attempt may
 * succeed, `lost` when the service lost the item when it stopped.
 */
export type Removal = RemovalFacts &
  (
    | { readonly is: 'gone' | 'accepted' | 'lost'; readonly why?: undefined }
    | { readonly is: 'later' | 'stays'; readonly why: string }
  );

interface RemovalFacts {
  /** Whether DELETE did not find the item. */
  readonly isDoubtful?: boolean;
  /** Whether waiting may help. */
  readonly isPassing?: boolean;
  /** Whether it may wait for accepted removals of items below it. */
  readonly isAbove?: boolean;
  readonly isUnsent?: boolean;
  /** Whether the service may have removed it, because it received the request and did not answer. */
  readonly isUnanswered?: boolean;
  /** What came of the request that was sent. */
  readonly tried?: LedgerEntry['tried'];
  /** Whether it goes, or went, with the item above it: whether others would is not known. */
  readonly isWithParent?: boolean;
  readonly isForeign?: boolean;
  readonly mayExist?: true;
}

/** What it is asked with whether an item may be removed. */
export interface ObstacleContext extends OwnerContext {
  /** Whether the run that created the items is over, so that an item is read before its first removal, too. */
  readonly isOfEarlierRun?: boolean;
}

const unknownOwnerMessage =
  'the service stopped after the item was created, and whether the address still belongs to it is not known, so it is not removed';

/**
 * Asks the service whose an item is, where its address may belong to another one now: the service stopped since, an earlier
 * removal may have been carried out, or the run is over. Returns what takes the place of its removal; undefined where it may be
 * removed.
 */
export async function findObstacle(
  entry: LedgerEntry,
  collection: Collection,
  cleaning: ObstacleContext,
): Promise<Removal | undefined> {
  const { tried, sentAt = Number.POSITIVE_INFINITY, isUnmarked, prints } = entry;
  const wasStopped = sentAt <= cleaning.meter.outages.stoppedAt();
  if (!wasStopped && tried === undefined && cleaning.isOfEarlierRun !== true) return undefined;
  const owner = await readOwner(entry, collection, cleaning, 'cleanup');
  if (owner.is === 'ours') return undefined;
  // What this run saw refused a removal was there then: reads may lag behind, and DELETE says more.
  const wasThere = !wasStopped && tried === 'refused' && cleaning.isOfEarlierRun !== true;
  if (owner.is === 'gone' && wasThere) return undefined;
  if (owner.is === 'gone') return wasStopped ? { is: 'lost' } : { is: 'gone', isDoubtful: true };
  const { is, why } = owner;
  if (is === 'barred' || is === 'unanswered')
    return { is: 'later', why, isPassing: true, isUnsent: is === 'unanswered', isUnanswered: true };
  // Where each item shows its marker, this is another one.
  const isMarked = collection.marker !== undefined && isUnmarked !== true && prints === undefined;
  if (wasStopped && is === 'foreign')
    return isMarked ? { is: 'lost' } : { is: 'stays', why: unknownOwnerMessage, isForeign: true, mayExist: true };
  // An item whose removal this run saw refused is still there, where nothing shows it.
  if (is === 'unseen' && wasThere) return undefined;
  return { is: 'stays', why, ...(!(cleaning.isOfEarlierRun && is === 'foreign') && { mayExist: true }) };
}

/**
 * An item that is gone, where others went that nothing removed: a service may remove another item with the DELETE of a missing one. Only
 * where a list shows later what reads did not show yet. A new item that no read showed is looked for once more after the time that reads may usually lag behind.
 */
export async function findVanished(
  entry: LedgerEntry,
  collection: Collection,
  cleaning: ObstacleContext,
): Promise<Removal | undefined> {
  const obstacle = await findObstacle(entry, collection, cleaning);
  if (obstacle !== undefined) return obstacle;
  const look = () => readOwner(entry, collection, cleaning, 'cleanup');
  let owner = await pollUntil(look, ({ is }) => is !== 'gone', collection.consistency.itemMs);
  const newMs = entry.wasShown ? 0 : usualLagMs - (clock.now() - (entry.sentAt ?? 0));
  if (owner.is === 'gone' && newMs > 0) {
    await pause(newMs);
    owner = await look();
  }
  return owner.is === 'gone' ? { is: 'gone', isDoubtful: true } : undefined;
}

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
