import { type Kind, kindsUnder } from './kinds.js';
import { collectionOf, type Stock, type Thing } from './stored-items.js';

/** What a path leads to. */
export type Target =
  | { readonly resource: 'directory' | 'document' }
  | { readonly resource: 'collection'; readonly kind: Kind; readonly parent: Thing | undefined; readonly path: string }
  | { readonly resource: 'item' | 'retirement'; readonly thing: Thing };

/** Finds what is at a path; undefined where nothing is, or where a parent is missing. */
export function targetOf(stock: Stock, path: string): Target | undefined {
  if (path === '/') return { resource: 'directory' };
  if (path === '/openapi.json') return { resource: 'document' };
  const [root, ...segments] = path.split('/').map(decoded);
  return root === '' ? walk(stock, undefined, segments) : undefined;
}

type Segment = string | undefined;

function walk(stock: Stock, parent: Thing | undefined, segments: readonly Segment[]): Target | undefined {
  const [plural, id, ...rest] = segments;
  if (parent?.kind.isRetirable && plural === 'retirement' && segments.length === 1) {
    return { resource: 'retirement', thing: parent };
  }
  const kind = kindsUnder(parent?.kind).find((one) => one.plural === plural);
  if (!kind) return undefined;
  const path = collectionOf(kind, parent);
  if (segments.length === 1) return { resource: 'collection', kind, parent, path };
  const thing = stock.collections.get(path)?.get(id ?? '');
  if (!thing) return undefined;
  return rest.length === 0 ? { resource: 'item', thing } : walk(stock, thing, rest);
}

function decoded(segment: string): Segment {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
