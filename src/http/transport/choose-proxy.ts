import type { Proxies, ProxyAddress } from '../../model/access.js';

/** Returns the proxy for an origin. */
export function chooseProxy(origin: URL, proxies: Proxies | undefined): ProxyAddress | undefined {
  if (proxies === undefined || proxies.except.some((entry) => isExcepted(entry, origin))) return undefined;
  return origin.protocol === 'https:' ? proxies.https : proxies.http;
}

function isExcepted(entry: string, origin: URL): boolean {
  if (entry === '*') return true;
  const [, name = '', port] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
  const own = origin.port || (origin.protocol === 'https:' ? '443' : '80');
  if (name === '' || (port !== undefined && port !== own)) return false;
  return origin.hostname === name || origin.hostname.endsWith(`.${name}`);
}
