import type { LedgerEntry } from '../../ledger/entry.js';
import { isEquivalent } from '../../model/difference.js';
import type { Json } from '../../model/json.js';
import type { CaseClient } from '../items/case-client.js';
import type { RunContext } from '../run-context.js';
import { createJudgingTools } from './experiment.js';
import { listPathsBelow } from './neighbours.js';

/** An item, or the first page of a list below it, as it was read. */
interface ItemState {
  readonly path: string;
  /** Of an item. */
  readonly collection?: string;
  readonly status: number;
  readonly json: Json | undefined;
}

/** Reads the items of a case that expects no effect, and later finds one that has changed. */
export class OwnItems {
  #states: readonly ItemState[] = [];
  #client: Pick<CaseClient, 'trySend'> | undefined;

  /** `listItems` lists the items of the case, and those above them. */
  constructor(
    private readonly site: Pick<RunContext, 'model' | 'document' | 'dialect'>,
    private readonly listItems: () => readonly LedgerEntry[],
  ) {}

  async read(wire: Pick<CaseClient, 'trySend'>): Promise<void> {
    this.#client = wire;
    const places: Pick<ItemState, 'path' | 'collection'>[] = [];
    for (const { as, path, collection } of this.listItems()) {
      if (as !== undefined || path === undefined) continue;
      places.push({ path, collection });
      for (const below of listPathsBelow(collection, path, this.site.model.collections)) places.push({ path: below });
    }
    const states = await Promise.all(places.map((place) => this.#readOne(place)));
    this.#states = states.filter(({ status }) => status === 200);
  }

  forget(): void {
    this.#states = [];
  }

  /** The path of an item, or of a list below it, that is not as it was when all were read. */
  async findChange(): Promise<string | undefined> {
    const before = this.#states;
    const now = await Promise.all(before.map((one) => this.#readOne(one)));
    return now.find(({ status, json }, i) => status !== before[i]?.status || !isEquivalent(json, before[i]?.json))
      ?.path;
  }

  async #readOne({ path, collection }: Pick<ItemState, 'path' | 'collection'>): Promise<ItemState> {
    // Where the run is over, nothing is sent, and it is not known whether the item has changed.
    const sent = this.#client?.trySend({ method: 'GET', path, role: 'control' }).catch(() => undefined);
    const { status = 0, json } = (await sent)?.answer ?? {};
    if (collection === undefined) return { path, status, json };
    const { site } = this;
    const known = site.model.collections.find(({ name }) => name === collection);
    if (known === undefined) return { path, collection, status, json };
    const judging = createJudgingTools(known, site.model.noise.get(collection)?.volatile ?? [], site);
    return { path, collection, status, json: judging.withoutNoise(json) };
  }
}
