import { randomUUID } from 'node:crypto';
import { timestamp } from '../../src/demo/clock.js';
import { canonical, type JsonObject } from '../../src/demo/service/http/json.js';
import { type Kind, kinds, kindsUnder } from './kinds.js';

/** One shelf, author, book or copy. */
export interface Thing {
  readonly kind: Kind;
  readonly id: string;
  readonly parent: Thing | undefined;
  /** Path of the collection it is in. */
  readonly collection: string;
  readonly createdAt: string;
  updatedAt: string;
  /** What the client wrote, defaults filled in. */
  input: JsonObject;
  /** The record of its retirement. */
  retirement: JsonObject | undefined;
}

/** All live things, by the path of their collection and then by id; oldest first. */
export interface Stock {
  readonly collections: Map<string, Map<string, Thing>>;
  /** Counted up only, so that no number is given twice. */
  lastNumber: number;
}

/** A stock without anything in it. */
export const emptyStock = (): Stock => ({ collections: new Map(), lastNumber: 0 });

/** The path of a thing. */
export const pathOf = ({ collection, id }: Thing): string => `${collection}/${id}`;

/** The path of the collection of a kind under a parent. */
export const collectionOf = (kind: Kind, parent: Thing | undefined): string =>
  `${parent ? pathOf(parent) : ''}/${kind.plural}`;

/** The things in the collection at a path, oldest first. */
export const thingsIn = (stock: Stock, collection: string): Thing[] => [
  ...(stock.collections.get(collection)?.values() ?? []),
];

/** Every thing of a kind, wherever it stands. */
export const thingsOf = (stock: Stock, kind: Kind): Thing[] =>
  [...stock.collections.values()].flatMap((things) => [...things.values()]).filter((thing) => thing.kind === kind);

/** How many things are alive, by the plural of their kind. */
export const countOf = (stock: Stock): Record<string, number> =>
  Object.fromEntries(kinds.map((kind) => [kind.plural, thingsOf(stock, kind).length]));

/** Puts a new thing into the stock. */
export function make(stock: Stock, kind: Kind, parent: Thing | undefined, input: JsonObject): Thing {
  const collection = collectionOf(kind, parent);
  const createdAt = timestamp();
  const id = nextId(stock, kind);
  const thing = { kind, id, parent, collection, createdAt, updatedAt: createdAt, input, retirement: undefined };
  const siblings = stock.collections.get(collection) ?? new Map<string, Thing>();
  stock.collections.set(collection, siblings.set(id, thing));
  return thing;
}

/** Changes a thing; writing what is already there leaves its stamp alone. */
export function write(thing: Thing, input: JsonObject): void {
  if (canonical(input) === canonical(thing.input)) return;
  thing.input = input;
  thing.updatedAt = timestamp();
}

/** Keeps the record of the retirement of a thing. */
export function retire(thing: Thing, record: JsonObject): void {
  thing.retirement = record;
  thing.updatedAt = timestamp();
}

/** Takes a thing out of the stock. */
export function remove(stock: Stock, { collection, id }: Thing): void {
  const siblings = stock.collections.get(collection);
  siblings?.delete(id);
  if (siblings?.size === 0) stock.collections.delete(collection);
}

/** Why a thing cannot be removed: things under it, or things that refer to it. */
export function holdOn(stock: Stock, thing: Thing): string | undefined {
  const below = kindsUnder(thing.kind).find((kind) => stock.collections.has(collectionOf(kind, thing)));
  if (below) return `This ${thing.kind.name} still has ${below.plural}.`;
  const referring = kinds.find(
    (kind) =>
      kind.reference?.to === thing.kind &&
      thingsOf(stock, kind).some(({ input }) => input[kind.reference?.member ?? ''] === thing.id),
  );
  return referring && `There are ${referring.plural} of this ${thing.kind.name}.`;
}

function nextId(stock: Stock, { id }: Kind): string {
  if (id.type !== 'integer') return randomUUID();
  stock.lastNumber += 1;
  return String(stock.lastNumber);
}
