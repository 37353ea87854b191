import type { ServedDesign } from '../engine/serve-design.js';
import type { TrueItem, Truth } from '../engine/truth.js';
import type { CollectionFacts, ServiceFacts } from '../facts/facts.js';
import type { CheckClock, Client } from './client.js';

/** A difference between a served design and the design. */
export interface Deviation {
  /** Name of the probe that found it. */
  readonly probe: string;
  /** Index of the collection; undefined: the service as a whole. */
  readonly collection: number | undefined;
  readonly text: string;
}

/** A served design that is checked. */
export class CheckedService {
  readonly deviations: Deviation[] = [];
  /** Number of contents so far: each is different. */
  contents = 0;
  private known: { readonly moment: string; readonly truth: Truth; readonly items: Map<string, TrueItem> } | undefined;

  constructor(
    readonly facts: ServiceFacts,
    readonly client: Client,
    readonly served: ServedDesign,
    readonly clock: CheckClock,
    /** Whether it only reads items of others. */
    readonly isHarmless = false,
  ) {}

  /** The state of the service now; read again after each request and each wait only. */
  get truth(): Truth {
    return this.readKnown().truth;
  }

  findTrue(collection: number, id: string): TrueItem | undefined {
    return this.readKnown().items.get(`${collection}/${id}`);
  }

  private readKnown() {
    const moment = `${this.client.requests} ${this.clock.now()}`;
    if (this.known?.moment === moment) return this.known;
    const truth = this.served.truth();
    const all = [...truth.visitors, ...truth.others, ...truth.created];
    const items = new Map(all.map((item) => [`${item.collection}/${item.id}`, item]));
    this.known = { moment, truth, items };
    return this.known;
  }
}

/** Items of a collection that exist and that a caller sees, in the order of creation; those of visitors are not among them. */
export function listTrue({ truth, facts }: CheckedService, { index }: CollectionFacts, caller = 0): TrueItem[] {
  const { others, created } = truth;
  const name = facts.callers[caller]?.name;
  const isSeen = ({ owner }: TrueItem) => facts.callers.length < 2 || owner === name;
  return [...others, ...created].filter((item) => item.collection === index && item.exists && isSeen(item));
}

/** The ids of the items that contain an item, the outermost first. */
export function listParentIds(service: CheckedService, facts: CollectionFacts, parent: string | undefined): string[] {
  if (!facts.parent || parent === undefined) return [];
  const above = service.findTrue(facts.parent.index, parent);
  return [...listParentIds(service, facts.parent, above?.parent), parent];
}
