import type { Collection } from '../../model/service/subject.js';
import { trimTrailingSlash } from '../../openapi/recognize/words.js';

export function isPathMatch(template: string, path: string): boolean {
  const wanted = trimTrailingSlash(template).split('/');
  const segments = trimTrailingSlash(path).split('/');
  return (
    wanted.length === segments.length && wanted.every((part, index) => part.startsWith('{') || part === segments[index])
  );
}

/** A collection whose paths that begin with a text begin with another one. */
export function moveBelow(collection: Collection, from: string, to: string): Collection {
  const text = JSON.stringify(collection, (key, value) =>
    (key === 'path' || key === 'itemPath') && typeof value === 'string' && value.startsWith(from)
      ? to + value.slice(from.length)
      : value,
  );
  return JSON.parse(text) as Collection;
}
