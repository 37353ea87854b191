import { type Exchange, hasStatus } from '../../model/exchange.js';
import type { FollowedReference, RuleClient } from '../../rule/tools.js';
import { resolveLinkPath } from './item-address.js';

/** Most segments before a path that may belong to the base URL. */
const maxPrefix = 2;

/** What `follow` of a rule's client does: GET of where a URL reference of a response to a request for `asked` may lead. */
export async function followReference(
  { send }: Pick<RuleClient, 'send'>,
  baseUrl: string,
  reference: string,
  asked: string,
): Promise<FollowedReference> {
  const reads: Exchange[] = [];
  for (const path of listPaths(reference, asked, baseUrl)) {
    const read = await send({ method: 'GET', path, headers: { 'cache-control': 'no-cache' } });
    if (hasStatus(read, 200)) return { read, isAbsent: false };
    reads.push(read);
  }
  const other = reads.find((read) => !hasStatus(read, 404, 410));
  return {
    read: other ?? reads[0],
    isAbsent: reads.length > 0 && other === undefined && leadsBelow(reference, asked, baseUrl),
  };
}

/** The paths under the base URL, first that to which it leads. */
function listPaths(reference: string, asked: string, baseUrl: string): ReadonlySet<string> {
  const exact = resolveLinkPath(reference, asked, baseUrl) ?? '';
  const plain = asked.split('?')[0];
  const start = exact.split('?')[0]?.indexOf(`${plain}/`) ?? -1;
  const segments = exact.split('/').slice(1);
  const shorter = segments.slice(0, maxPrefix).map((_, i) => `/${segments.slice(i + 1).join('/')}`);
  return new Set([exact, ...(start > 0 ? [exact.slice(start)] : []), ...shorter].filter((path) => path.length > 1));
}

/** Whether a reference leads below the base URL (RFC 3986 §5): another host may be internal. */
function leadsBelow(reference: string, asked: string, baseUrl: string): boolean {
  const base = new URL(baseUrl);
  const url = URL.canParse(reference, baseUrl + asked) ? new URL(reference, baseUrl + asked) : undefined;
  return url?.host === base.host && url.pathname.startsWith(base.pathname.replace(/\/?$/, '/'));
}
