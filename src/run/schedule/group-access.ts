import type { LedgerEntry, LedgerScope } from '../../ledger/entry.js';
import { isEquivalent } from '../../model/difference.js';
import type { Json } from '../../model/json.js';
import type { Trial } from '../../model/result/plan.js';
import type { CaseClient } from '../tools/case-client.js';
import type { EffectGroup } from './effect-group.js';
import { freeAccess, type ListAccess, orderRequests } from './list-access.js';

/** What a case of an effect group requires. */
export interface GroupAccessOptions {
  readonly group: EffectGroup;
  readonly trial: Trial;
  /** The scope of the items of the case. */
  readonly scope: LedgerScope;
  /** Waits until the trials before have removed their items. Until then, the case only creates items. */
  readonly awaitRemovals: () => Promise<unknown>;
  /** Omits what changes by itself from a representation. */
  readonly withoutNoise: (collection: string, value: Json | undefined) => Json | undefined;
}

/** An item as it was read. */
interface ItemState extends Pick<LedgerEntry, 'collection'> {
  readonly path: string;
  readonly status: number;
  readonly json: Json | undefined;
}

/**
 * The access of a case that expects no effect. It creates its items while the other cases of the group do; its first request
 * of another kind waits for theirs. The items are read then, and when all of these cases have sent what should change nothing.
 */
export function openGroupAccess({ group, trial, scope, awaitRemovals, withoutNoise }: GroupAccessOptions): ListAccess {
  const own = watchOwnItems(scope, withoutNoise);
  let takeStep = () => {};
  let begun: Promise<() => void> | undefined;
  const begin = async () => {
    await awaitRemovals();
    takeStep();
    return group.begin(trial);
  };
  const endReading = () => {
    takeStep();
    void begun?.then((end) => end());
  };
  return {
    ...freeAccess,
    guard: (wire) =>
      orderRequests(wire, async ({ method }, go) => {
        if (begun === undefined && method === 'POST') return group.change(go);
        const isFirst = begun === undefined;
        begun ??= begin();
        await begun;
        const [done] = await Promise.all([go(), isFirst && own.read(wire)]);
        return done;
      }),
    change: group.change,
    announce() {
      // A case that is repeated, with new items above its own, begins anew.
      begun = undefined;
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
function watchOwnItems(scope: LedgerScope, withoutNoise: GroupAccessOptions['withoutNoise']) {
  let states: readonly ItemState[] = [];
  let client: Pick<CaseClient, 'trySend'> | undefined;
  const readOne = async ({ path, collection }: Pick<ItemState, 'path' | 'collection'>): Promise<ItemState> => {
    // Where the run is over, nothing is sent, and it is not known whether the item has changed.
    const sent = client?.trySend({ method: 'GET', path, role: 'control' }).catch(() => undefined);
    const { status = 0, json } = (await sent)?.answer ?? {};
    return { path, collection, status, json: withoutNoise(collection, json) };
  };
  return {
    async read(wire: CaseClient): Promise<void> {
      client = wire;
      const entries = scope.listEntries().filter(({ as }) => as === undefined);
      const all = entries.flatMap(({ path, collection }) =>
        path === undefined ? [] : [readOne({ path, collection })],
      );
      states = (await Promise.all(all)).filter(({ status }) => status === 200);
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
