import { isDeepStrictEqual } from 'node:util';
import { readNewest } from './state/items.js';
import type { Item, World } from './state/world.js';

/** An item as the service has it. */
export interface TrueItem {
  /** Index of the collection in the design. */
  readonly collection: number;
  readonly id: string;
  /** Id of the item that contains it. */
  readonly parent: string | undefined;
  /** The caller that sees it; undefined: all do. */
  readonly owner: string | undefined;
  readonly content: Readonly<Record<string, unknown>>;
  /** False once it is removed, also where its address still shows it. */
  readonly exists: boolean;
}

/** An item that the service had at the start, or that another client wrote. */
export interface ItemOfOthers extends TrueItem {
  readonly initial: Readonly<Record<string, unknown>>;
  /** It exists with its initial content. */
  readonly isIntact: boolean;
  /** Requests of the client that changed or removed it, as `PUT /bookings/1`. */
  readonly harmedBy: readonly string[];
}

/** All that a service knows about itself. */
export interface Truth {
  /** Items of others that existed at the start. */
  readonly others: readonly ItemOfOthers[];
  /** Items that other clients wrote since. */
  readonly visitors: readonly ItemOfOthers[];
  /** Items that the client created, removed ones included. */
  readonly created: readonly TrueItem[];
  /** Requests of the client by method, refused ones included. */
  readonly requests: Readonly<Record<string, number>>;
}

/** Reads the state of a service. */
export function readTruth(world: World): Truth {
  const items = [...world.replaced, ...world.stores.flatMap((store) => [...store.values()])];
  const listOf = (createdBy: Item['createdBy']) => items.filter((item) => item.createdBy === createdBy);
  return {
    others: listOf('others').map((item) => describeOther(world, item)),
    visitors: listOf('visitors').map((item) => describeOther(world, item)),
    created: listOf('client').map((item) => describe(world, item)),
    requests: { ...world.requests },
  };
}

function describe(world: World, item: Item): TrueItem {
  const { collection, id, parent, owner } = item;
  const last = item.versions.at(-1);
  const isAlive = readNewest(world, item) !== undefined;
  return { collection, id, parent, owner, content: last?.content ?? {}, exists: isAlive && last?.removal === 'none' };
}

function describeOther(world: World, item: Item): ItemOfOthers {
  const one = describe(world, item);
  return {
    ...one,
    initial: item.initial,
    get isIntact() {
      return one.exists && isDeepStrictEqual(one.content, item.initial);
    },
    harmedBy: [...item.writtenBy],
  };
}
