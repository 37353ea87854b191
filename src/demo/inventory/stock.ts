import type { JsonObject } from '../service/http/json.js';
import type { Settings } from '../service/settings.js';

export interface Stock {
  settings: JsonObject;
  /** Undefined while there is none. */
  notice: JsonObject | undefined;
  readonly tags: readonly string[];
  readonly labels: Readonly<Record<string, JsonObject>>;
  /** By the sku that the client chose. */
  readonly products: Map<string, JsonObject>;
  readonly warehouses: readonly Warehouse[];
  /** How often each effect without an item was caused: a stopped job, an import. */
  readonly effects: Map<string, number>;
  requests: number;
}

export interface Warehouse extends Entry {
  readonly shelves: readonly (Entry & { readonly boxes: readonly Entry[] })[];
}

/** An entry of a list that the client cannot change. */
export interface Entry {
  readonly id: string | number;
  readonly name: string;
}

export const firstSettings: JsonObject = {
  currency: 'EUR',
  timezone: 'Europe/Berlin',
  pageSize: 20,
  note: 'Main store',
};
export const firstNotice: JsonObject = { text: 'Stocktaking on Friday' };

export const firstProducts: readonly JsonObject[] = [
  { sku: 'tea-100', name: 'Tea', price: 3 },
  { sku: 'cup-7', name: 'Cup', price: 5 },
];

export function createStock({ hasNumericInventory }: Pick<Settings, 'hasNumericInventory'>): Stock {
  const id = (letter: string, number: number) => (hasNumericInventory ? number : `${letter}${number}`);
  const boxes = [101, 102].map((number) => ({ id: id('b', number), name: `Box ${number}` }));
  const shelves = [11, 12].map((number) => ({ id: id('s', number), name: `Shelf ${number}`, boxes }));
  return {
    settings: firstSettings,
    notice: firstNotice,
    tags: ['fragile', 'heavy'],
    labels: { fragile: { colour: 'red', printed: true }, heavy: { colour: 'blue', printed: false } },
    products: new Map(firstProducts.map((product) => [String(product.sku), product])),
    warehouses: [1, 2].map((number) => ({ id: id('w', number), name: `Warehouse ${number}`, shelves })),
    effects: new Map(),
    requests: 0,
  };
}
