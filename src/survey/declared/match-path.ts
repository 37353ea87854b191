import { trimTrailingSlash } from '../../openapi/recognize/words.js';

/** Whether a path template matches a concrete path. */
export function isPathMatch(template: string, path: string): boolean {
  const wanted = trimTrailingSlash(template).split('/');
  const segments = trimTrailingSlash(path).split('/');
  return (
    wanted.length === segments.length && wanted.every((part, index) => part.startsWith('{') || part === segments[index])
  );
}
