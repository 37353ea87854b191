/** The resources of the inventory. */
export type InventoryResource =
  | 'index'
  | 'document'
  | 'settings'
  | 'notice'
  | 'status'
  | 'tags'
  | 'labels'
  | 'label'
  | 'products'
  | 'search'
  | 'import'
  | 'product'
  | 'warehouses'
  | 'warehouse'
  | 'shelves'
  | 'shelf'
  | 'boxes'
  | 'box'
  | 'stop';

/** The methods of each resource, as Allow lists them. */
export const inventoryMethods: Readonly<Record<InventoryResource, readonly string[]>> = {
  index: ['GET', 'HEAD', 'OPTIONS'],
  document: ['GET', 'HEAD', 'OPTIONS'],
  settings: ['GET', 'HEAD', 'PUT', 'OPTIONS'],
  notice: ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'],
  status: ['GET', 'HEAD', 'OPTIONS'],
  tags: ['GET', 'HEAD', 'OPTIONS'],
  labels: ['GET', 'HEAD', 'OPTIONS'],
  label: ['GET', 'HEAD', 'OPTIONS'],
  products: ['GET', 'HEAD', 'OPTIONS'],
  search: ['GET', 'HEAD', 'OPTIONS'],
  import: ['POST', 'OPTIONS'],
  product: ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'],
  warehouses: ['GET', 'HEAD', 'OPTIONS'],
  warehouse: ['GET', 'HEAD', 'OPTIONS'],
  shelves: ['GET', 'HEAD', 'OPTIONS'],
  shelf: ['GET', 'HEAD', 'OPTIONS'],
  boxes: ['GET', 'HEAD', 'OPTIONS'],
  box: ['GET', 'HEAD', 'OPTIONS'],
  stop: ['GET', 'HEAD', 'OPTIONS'],
};

/** The path templates; fixed ones before those with parameters. */
export const inventoryPaths: readonly (readonly [InventoryResource, string])[] = [
  ['index', '/'],
  ['document', '/openapi.json'],
  ['settings', '/settings'],
  ['notice', '/notice'],
  ['status', '/status'],
  ['tags', '/tags'],
  ['labels', '/labels'],
  ['label', '/labels/{name}'],
  ['products', '/products'],
  ['search', '/products/search'],
  ['import', '/products/import'],
  ['product', '/products/{sku}'],
  ['warehouses', '/warehouses'],
  ['warehouse', '/warehouses/{warehouseId}'],
  ['shelves', '/warehouses/{warehouseId}/shelves'],
  ['shelf', '/warehouses/{warehouseId}/shelves/{shelfId}'],
  ['boxes', '/warehouses/{warehouseId}/shelves/{shelfId}/boxes'],
  ['box', '/warehouses/{warehouseId}/shelves/{shelfId}/boxes/{boxId}'],
  ['stop', '/jobs/stop'],
];

/** A resource with the decoded values of its path parameters, in order. */
export interface InventoryRoute {
  readonly resource: InventoryResource;
  readonly ids: readonly string[];
}

/** Finds the resource of a path; undefined where there is none. */
export function findInventoryRoute(path: string): InventoryRoute | undefined {
  for (const [resource, template] of inventoryPaths) {
    const pattern = new RegExp(`^${template.replace(/\{[^}]+\}/g, '([^/]+)')}$`);
    const found = pattern.exec(path);
    const ids = found?.slice(1).map(decode);
    if (ids !== undefined && !ids.includes(undefined)) return { resource, ids: ids as string[] };
  }
  return undefined;
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
