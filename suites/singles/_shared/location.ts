import { type Exchange, http, type Tools } from '#rule';

/**
 * GET of a Location under the base URL (RFC 9110 §10.2.2: relative to the target URI): the first response with status 200, else
 * the first response. The host may be internal, and the first segments may belong to the base URL.
 */
export async function readAtLocation(location: string, at: string, { client }: Tools): Promise<Exchange | undefined> {
  const base = `http://service.invalid${at}`;
  if (!URL.canParse(location, base)) return undefined;
  const { pathname, search } = new URL(location, base);
  const segments = pathname.split('/').slice(1);
  const starts = [0, 1, 2].filter((start) => start < segments.length);
  const paths = starts.map((start) => `/${segments.slice(start).join('/')}${search}`);
  let first: Exchange | undefined;
  for (const path of paths) {
    const found = await client.send({ method: 'GET', path, headers: { 'cache-control': 'no-cache' } });
    if (http.hasStatus(found, 200)) return found;
    first ??= found;
  }
  return first;
}

/** Whether a Location names a host, which may differ from the one under test. */
export const isAbsolute = (location: string): boolean => /^([a-z][a-z0-9+.-]*:)?\/\//i.test(location);
