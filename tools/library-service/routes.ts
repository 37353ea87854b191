import { type ItemKind, listKindsUnder } from './kinds.js';
import { getCollectionPath, type LibraryItem, type StoredItems } from './stored-items.js';

/** What a path leads to. */
export type Target =
  | { readonly resource: 'directory' | 'document' }
  | {
      readonly resource: 'collection';
      readonly kind: ItemKind;
      readonly parent: LibraryItem | undefined;
      readonly path: string;
    }
  | { readonly resource: 'item' | 'retirement'; readonly thing: LibraryItem };

/** Finds what is at a path; undefined where nothing is, or where a parent is missing. */
export function findTarget(stock: StoredItems, path: string): Target | undefined {
  if (path === '/') return { resource: 'directory' };
  if (path === '/openapi.json') return { resource: 'document' };
  const [root, ...segments] = path.split('/').map(decodeSegment);
  return root === '' ? walkSegments(stock, undefined, segments) : undefined;
}

type Segment = string | undefined;

function walkSegments(
  stock: StoredItems,
  parent: LibraryItem | undefined,
  segments: readonly Segment[],
): Target | undefined {
  const [plural, id, ...rest] = segments;
  if (parent?.kind.isRetirable && plural === 'retirement' && segments.length === 1) {
    return { resource: 'retirement', thing: parent };
  }
  const kind = listKindsUnder(parent?.kind).find((one) => one.plural === plural);
  if (!kind) return undefined;
  const path = getCollectionPath(kind, parent);
  if (segments.length === 1) return { resource: 'collection', kind, parent, path };
  const thing = stock.collections.get(path)?.get(id ?? '');
  if (!thing) return undefined;
  return rest.length === 0 ? { resource: 'item', thing } : walkSegments(stock, thing, rest);
}

function decodeSegment(segment: string): Segment {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
