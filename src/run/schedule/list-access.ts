import type { LedgerScope } from '../../ledger/entry.js';
import { isSafeMethod } from '../../limits/classify-answer.js';
import { type CaseClient, type CaseRequest, createWith } from '../items/case-client.js';
import type { ListLock } from './list-locks.js';

/** How one case reads and changes the list that it watches. */
export interface ListAccess {
  /** Wraps the client of the case. */
  guard(wire: CaseClient): CaseClient;
  /** Changes the list outside of the client. */
  change<T>(go: () => Promise<T>): Promise<T>;
  /** The case begins: those that give way wait until it reads the list, so that it has created its entries. */
  announce(): void;
  endReading(): void;
  /** For cases beside which nothing should change: the path of an item of the case that has changed. */
  findChange?(): Promise<string | undefined>;
}

/** For cases that watch no list. */
export const freeAccess: ListAccess = {
  guard: (wire) => wire,
  change: (go) => go(),
  announce: () => {},
  endReading: () => {},
};

/** The access of a case that creates its first items while others are removed; all other requests wait for that. */
export function delayAccess(lists: ListAccess, awaitRemovals: () => Promise<unknown>): ListAccess {
  let waited: Promise<unknown> | undefined;
  const order = async <T>({ method }: OrderedRequest, go: () => Promise<T>): Promise<T> => {
    if (method !== 'POST') waited ??= awaitRemovals();
    await waited;
    return go();
  };
  return { ...lists, guard: (wire) => orderRequests(lists.guard(wire), order) };
}

/** The access of a case that takes its place with its second request, if its first one may create what it needs. */
export function createPreparingAccess(prepare: () => () => void): ListAccess {
  let begin: (() => void) | undefined;
  const order = <T>({ method }: OrderedRequest, go: () => Promise<T>): Promise<T> => {
    if (begin !== undefined) begin();
    else begin = isSafeMethod(method) ? () => {} : prepare();
    return go();
  };
  const endReading = () => {
    // A request that is still sent when the case is over prepares nothing.
    begin ??= () => {};
    begin();
  };
  return { ...freeAccess, guard: (wire) => orderRequests(wire, order), endReading };
}

/** How a list is opened. */
export interface ListAccessOptions {
  readonly lock: ListLock;
  /** The scope of the items of the case. */
  readonly scope: LedgerScope;
  /** Whether other cases may write while the case reads the list. */
  readonly mayChange: boolean;
  /** Whether the case only reads, so that it can do that when others read. */
  readonly givesWay?: boolean;
}

/**
 * Opens a list for one case. From its first read of the list until it writes or ends its reading, other cases that watch the
 * same list write nothing, unless they may. Reads of its own items wait for nothing.
 */
export function openListAccess({ lock, scope, mayChange, givesWay = false }: ListAccessOptions): ListAccess {
  let reading: Promise<() => void> | undefined;
  let takeStep = () => {};
  // Once a request has failed, the case is over, and others of it may still be sent: no one would end their reading.
  let isOver = false;
  const interruptReading = () => {
    void reading?.then((end) => end());
    reading = undefined;
  };
  const change = <T>(go: () => Promise<T>): Promise<T> => {
    interruptReading();
    return lock.change(go);
  };
  const isOwn = (path: string) => scope.listEntries().some((entry) => entry.path === path);
  const order = async <T>({ method, path }: OrderedRequest, go: () => Promise<T>): Promise<T> => {
    if (!isSafeMethod(method)) return change(go);
    if (isOwn(path)) return go();
    if (!mayChange && !isOver) {
      reading ??= lock.beginReading(givesWay);
      await reading;
    }
    takeStep();
    return go();
  };
  return {
    guard: (wire) => orderRequests(wire, order),
    change,
    announce() {
      isOver = false;
      if (!givesWay) takeStep = lock.announce();
    },
    endReading() {
      isOver = true;
      takeStep();
      interruptReading();
    },
  };
}

/** What decides when a request is sent. */
type OrderedRequest = Pick<CaseRequest, 'method' | 'path'>;

/** Wraps a client; `order` decides when each request is sent. */
export const orderRequests = (
  wire: CaseClient,
  order: <T>(request: OrderedRequest, go: () => Promise<T>) => Promise<T>,
): CaseClient => ({
  ...wire,
  creating: (create) => order({ method: 'POST', path: '' }, () => createWith(wire, create)),
  send: (request) => order(request, () => wire.send(request)),
  trySend: (request) => order(request, () => wire.trySend(request)),
  raw: (request) => order(request, () => wire.raw(request)),
  abort: (request, how) => order(request, () => wire.abort(request, how)),
});
