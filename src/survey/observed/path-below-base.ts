import { trimTrailingSlash } from '../../openapi/recognize/words.js';

/** Where a link leads, as seen from the base URL. */
export type LinkPlace =
  /** A path under the base URL. `host` is set where the link names another one, such as the inner name of the service. */
  { readonly path: string; readonly query: string; readonly host?: string } | undefined;

/** Where a link leads that stands in the answer of a path; undefined for what is no link, and what is not under the base path. */
export function resolveBelowBase(link: string, asked: string, baseUrl: string): LinkPlace {
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
    ...(url.origin === base.origin ? {} : { host: url.origin }),
  };
}
