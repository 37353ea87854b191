import type { LedgerEntry } from '../../ledger/entry.js';
import { isEquivalent } from '../../model/difference.js';
import type { Json } from '../../model/json.js';
import type { Trial } from '../../model/result/plan.js';
import type { CaseClient } from '../items/case-client.js';
import type { EffectGroup } from './effect-group.js';
import { freeAccess, type ListAccess, orderRequests } from './list-access.js';

export interface GroupAccessOptions {
  readonly group: EffectGroup;
  readonly trial: Trial;
  /** Lists the items of the case, and those above them. */
  readonly listItems: () => readonly LedgerEntry[];
  /** Waits until the trials before have removed their items. Until then, the case only creates items. */
  readonly awaitRemovals: () => Promise<unknown>;
  /** Omits what changes by itself from a representation. */
  readonly withoutNoise: (collection: string, value: Json | undefined) => Json | undefined;
  /** The paths of the lists below an item of a collection. */
  readonly listBelow: (collection: string, path: string) => readonly string[];
}

/** An item, or the first page of a list below it, as it was read. */
interface ItemState {
  readonly path: string;
  /** Of an item. */
  readonly collection?: string;
  readonly status: number;
  readonly json: Json | undefined;
}

/**
 * The access of a case that expects no effect. It creates its items while the other cases of the group do; its first request
 * of another kind waits for theirs. The items and the lists below them are read then, and when all of these cases have sent what should
 * change nothing.
 */
export function openGroupAccess(options: GroupAccessOptions): ListAccess {
  const { group, trial, awaitRemovals } = options;
  const own = watchOwnItems(options);
  let takeStep = () => {};
  let begun: Promise<() => void> | undefined;
  // Once a request has failed, the case is over, and others of it may still be sent: they must not begin it.
  let isOver = false;
  const begin = async () => {
    await awaitRemovals();
    takeStep();
    return group.begin(trial);
  };
  const endReading = () => {
    isOver = true;
    takeStep();
    void begun?.then(
      (end) => end(),
      () => {},
    );
  };
  return {
    ...freeAccess,
    guard: (wire) =>
      orderRequests(wire, async ({ method }, go) => {
        if (begun === undefined && method === 'POST') return group.change(go);
        if (isOver) return go();
        const isFirst = begun === undefined;
        begun ??= begin();
        await begun;
        const [done] = await Promise.all([go(), isFirst && own.read(wire)]);
        return done;
      }),
    change: group.change,
    announce() {
      // A case that is repeated, with new items above its own, begins again.
      begun = undefined;
      isOver = false;
      own.forget();
      takeStep = group.announce();
    },
    endReading,
    findChange() {
      endReading();
      return group.change(own.findChange);
    },
  };
}

/** Reads the items of a case, and later finds one that has changed. */
function watchOwnItems({ listItems, withoutNoise, listBelow }: Omit<GroupAccessOptions, 'group' | 'trial'>) {
  let states: readonly ItemState[] = [];
  let client: Pick<CaseClient, 'trySend'> | undefined;
  const readOne = async ({ path, collection }: Pick<ItemState, 'path' | 'collection'>): Promise<ItemState> => {
    // Where the run is over, nothing is sent, and it is not known whether the item has changed.
    const sent = client?.trySend({ method: 'GET', path, role: 'control' }).catch(() => undefined);
    const { status = 0, json } = (await sent)?.answer ?? {};
    if (collection === undefined) return { path, status, json };
    return { path, collection, status, json: withoutNoise(collection, json) };
  };
  const listPlaces = ({ path, collection }: LedgerEntry): Pick<ItemState, 'path' | 'collection'>[] =>
    path === undefined ? [] : [{ path, collection }, ...listBelow(collection, path).map((one) => ({ path: one }))];
  return {
    async read(wire: CaseClient): Promise<void> {
      client = wire;
      const own = listItems().filter(({ as }) => as === undefined);
      states = (await Promise.all(own.flatMap(listPlaces).map(readOne))).filter(({ status }) => status === 200);
    },
    forget(): void {
      states = [];
    },
    async findChange(): Promise<string | undefined> {
      const now = await Promise.all(states.map(readOne));
      const isSame = ({ status, json }: ItemState, was: ItemState | undefined) =>
        status === was?.status && isEquivalent(json, was.json);
      return now.find((one, i) => !isSame(one, states[i]))?.path;
    },
  };
}
