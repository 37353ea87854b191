import { decodeSegment } from './decode-segment.js';
import { isAction } from './orders/action-handlers.js';
import type { ActionName } from './orders/order.js';
import type { Resource } from './request-context.js';
import type { Settings } from './settings.js';

export interface Route {
  readonly resource: Resource;
  readonly id: string;
  readonly action: ActionName | undefined;
  /** Decoded id of a part of the order. */
  readonly part?: string;
}

export const allowedMethods: Readonly<Record<Resource, readonly string[]>> = {
  directory: ['GET', 'HEAD', 'OPTIONS'],
  document: ['GET', 'HEAD', 'OPTIONS'],
  orders: ['GET', 'HEAD', 'POST', 'OPTIONS'],
  order: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  action: ['GET', 'HEAD', 'POST', 'OPTIONS'],
  parts: ['GET', 'HEAD', 'POST', 'OPTIONS'],
  part: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  archive: ['GET', 'HEAD', 'OPTIONS'],
  archived: ['GET', 'HEAD', 'OPTIONS'],
  operation: ['GET', 'HEAD', 'OPTIONS'],
};

export function findRoute(path: string, { hasArchive, parts }: Pick<Settings, 'hasArchive' | 'parts'>) {
  const [, order, , part] = (parts !== 'none' && /^\/orders\/([^/]+)\/parts(\/([^/]+))?$/.exec(path)) || [];
  return order === undefined ? findFlatRoute(path, hasArchive) : findPart(order, part);
}

function findFlatRoute(path: string, hasArchive = false): Route | undefined {
  const fixed = fixedPaths.get(path);
  if (fixed) return { resource: fixed, id: '', action: undefined };
  if (path === '/archive') return hasArchive ? { resource: 'archive', id: '', action: undefined } : undefined;
  const [, root, segment, action, ...rest] = path.split('/');
  if (root === 'operations' && segment && action === undefined) return { resource: 'operation', id: segment, action };
  const isArchived = hasArchive && root === 'archive' && action === undefined;
  if (!(isArchived || root === 'orders') || !segment || rest.length > 0) return undefined;
  const id = decodeSegment(segment);
  if (id === undefined) return undefined;
  if (isArchived) return { resource: 'archived', id, action };
  if (action === undefined) return { resource: 'order', id, action };
  return isAction(action) ? { resource: 'action', id, action } : undefined;
}

function findPart(order: string, segment: string | undefined): Route | undefined {
  const [id, part] = [decodeSegment(order), decodeSegment(segment ?? '')];
  if (id === undefined || part === undefined) return undefined;
  return { resource: segment === undefined ? 'parts' : 'part', id, action: undefined, part };
}

const fixedPaths: ReadonlyMap<string, Resource> = new Map([
  ['/', 'directory'],
  ['/openapi.json', 'document'],
  ['/orders', 'orders'],
]);
