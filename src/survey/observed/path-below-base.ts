import { trimTrailingSlash } from '../../openapi/recognize/words.js';

/**
 * Resolves a link in the response for a path; undefined for texts that are not links, and targets outside of the base
 * path.
 */
export function resolveBelowBase(link: string, asked: string, baseUrl: string) {
  const from = `${trimTrailingSlash(baseUrl)}${asked}`;
  if (!URL.canParse(link, from)) return undefined;
  const url = new URL(link, from);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  const base = new URL(baseUrl);
  const root = trimTrailingSlash(base.pathname).replace(/^\/$/, '');
  if (root !== '' && !url.pathname.startsWith(`${root}/`)) return undefined;
  return {
    path: url.pathname.slice(root.length),
    query: url.search,
    // A link can name another host, such as the internal name of the service.
    ...(url.origin === base.origin ? {} : { host: url.origin }),
  };
}
