import { isSafeMethod } from '../../http/method-guard.js';
import type { CaseRequest } from '../content/request-content.js';
import type { CaseClient } from '../items/case-client.js';
import type { ClaimHolder, Grant } from '../schedule/claim-queue.js';
import type { OwnItems } from './own-items.js';

/** A case that expects no effect: the name of its trial, and its items, which nothing should change. */
interface EffectTest {
  readonly name: string;
  readonly own: OwnItems;
}

/** What the requests of one case must be granted before they are sent. */
export interface CaseClaims {
  /** The path of the list that the case watches; where it expects no effect, a name for all that may be changed. */
  readonly list?: string | undefined;
  /** Whether others may change the list while the case reads it. */
  readonly mayChange?: boolean;
  /** Whether the case reads when others do: those that are announced read it first. */
  readonly givesWay?: boolean;
  readonly tests?: EffectTest | undefined;
  /** Waits until others have removed their items. Until then, the case only creates items. */
  readonly awaitRemovals?: (() => Promise<unknown>) | undefined;
  /** Gives the place of the case back while its first request is under way, if it may create what the case needs; returns what takes it. */
  readonly prepare?: (() => () => void) | undefined;
  /** Whether a path is that of an item of the case. */
  readonly isOwn: (path: string) => boolean;
}

type OrderedRequest = Pick<CaseRequest, 'method' | 'path'>;

/** Decides when each request of a case is sent. */
export class CaseAccess {
  #announcement: Grant | undefined;
  #reading: Grant | undefined;
  #removals: Promise<unknown> | undefined;
  #takePlace: (() => void) | undefined;
  /** Once a request has failed, the case is over, and others of it may still be sent: these must claim nothing, as it would never end. */
  #isOver = false;

  constructor(
    private readonly holder: ClaimHolder,
    private readonly claims: CaseClaims,
  ) {}

  /** Whether the case sends what should change nothing. */
  get isTesting(): boolean {
    return this.claims.tests !== undefined;
  }

  /** Sends a request of the case when it may be sent; `wire` is its client, which waits for nothing. */
  async order<T>({ method, path }: OrderedRequest, wire: CaseClient, go: () => Promise<T>): Promise<T> {
    const { list, tests, awaitRemovals, prepare, mayChange, isOwn } = this.claims;
    if (this.#takePlace) this.#takePlace();
    else if (prepare) this.#takePlace = isSafeMethod(method) ? () => {} : prepare();
    const isChange = tests ? method === 'POST' && this.#reading === undefined : !isSafeMethod(method);
    if (this.#isOver && (tests || !isChange)) return go();
    if (awaitRemovals) {
      if (method !== 'POST') this.#removals ??= awaitRemovals();
      await this.#removals;
    }
    if (list === undefined) return go();
    if (isChange) return this.change(go);
    if (tests) {
      // What should change nothing is sent when all announced cases have created their items; beside the first of it, these are read.
      const isFirst = this.#reading === undefined;
      await this.#read(list).granted;
      const [done] = await Promise.all([go(), isFirst && tests.own.read(wire)]);
      return done;
    }
    if (isOwn(path)) return go();
    if (mayChange) this.#announcement?.release();
    else await this.#read(list).granted;
    return go();
  }

  /** The case begins, perhaps again, with new items: those that give way wait until it reads, so that it has created its entries. */
  announce(): void {
    const { list, tests, givesWay } = this.claims;
    this.#isOver = false;
    this.#reading = undefined;
    tests?.own.forget();
    if (list !== undefined && (tests !== undefined || givesWay !== true))
      this.#announcement = this.holder.ask({ level: 'announcement', uses: [list], mode: 'announced' });
  }

  /** Waits until no case reads the list, then changes it. */
  change<T>(go: () => Promise<T>): Promise<T> {
    const { list } = this.claims;
    if (list === undefined) return go();
    this.#endReading();
    return this.holder.within({ level: 'requests', uses: [list], mode: 'changing' }, go);
  }

  /** Ends what the case has claimed for its requests. */
  end(): void {
    this.#isOver = true;
    this.#announcement?.release();
    this.#takePlace ??= () => {};
    this.#takePlace();
    this.#endReading();
  }

  /** For a case that expects no effect: when all of these have ended, the path of an item of it that has changed. */
  async findChange(): Promise<string | undefined> {
    const own = this.claims.tests?.own;
    this.end();
    return own && this.change(() => own.findChange());
  }

  #read(list: string): Grant {
    const { givesWay, tests } = this.claims;
    this.#announcement?.release();
    const claim = { level: 'requests', uses: [list], mode: 'reading', givesWay, recordedAs: tests?.name } as const;
    this.#reading ??= this.holder.ask(claim);
    return this.#reading;
  }

  #endReading(): void {
    this.#reading?.release();
    // What has sent what should change nothing once creates no more items for it.
    if (this.claims.tests === undefined) this.#reading = undefined;
  }
}
