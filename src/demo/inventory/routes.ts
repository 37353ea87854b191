import { decodeSegment } from '../service/decode-segment.js';

/** The path template of each resource; fixed ones before those with parameters. */
const paths = {
  index: '/',
  document: '/openapi.json',
  settings: '/settings',
  notice: '/notice',
  status: '/status',
  tags: '/tags',
  labels: '/labels',
  label: '/labels/{name}',
  products: '/products',
  search: '/products/search',
  import: '/products/import',
  product: '/products/{sku}',
  warehouses: '/warehouses',
  warehouse: '/warehouses/{warehouseId}',
  shelves: '/warehouses/{warehouseId}/shelves',
  shelf: '/warehouses/{warehouseId}/shelves/{shelfId}',
  boxes: '/warehouses/{warehouseId}/shelves/{shelfId}/boxes',
  box: '/warehouses/{warehouseId}/shelves/{shelfId}/boxes/{boxId}',
  stop: '/jobs/stop',
} as const;

export type InventoryResource = keyof typeof paths;

export const inventoryPaths = Object.entries(paths) as readonly [InventoryResource, string][];

const writableMethods: Readonly<Partial<Record<InventoryResource, readonly string[]>>> = {
  settings: ['GET', 'HEAD', 'PUT', 'OPTIONS'],
  notice: ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'],
  import: ['POST', 'OPTIONS'],
  product: ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'],
};

export const listInventoryMethods = (resource: InventoryResource): readonly string[] =>
  writableMethods[resource] ?? ['GET', 'HEAD', 'OPTIONS'];

/** A resource with the decoded values of its path parameters, in order. */
export interface InventoryRoute {
  readonly resource: InventoryResource;
  readonly ids: readonly string[];
}

export function findInventoryRoute(path: string): InventoryRoute | undefined {
  for (const [resource, template] of inventoryPaths) {
    const pattern = new RegExp(`^${template.replace(/\{[^}]+\}/g, '([^/]+)')}$`);
    const found = pattern.exec(path);
    const ids = found?.slice(1).map(decodeSegment);
    if (ids !== undefined && !ids.includes(undefined)) return { resource, ids: ids as string[] };
  }
  return undefined;
}
