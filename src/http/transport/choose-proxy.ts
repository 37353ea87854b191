import type { MaybeSecret } from '../exchange.js';

/** A proxy; its credentials are not part of its URL. */
export interface ProxyAddress {
  readonly url: string;
  readonly authorization?: MaybeSecret;
}

/** Proxies by the scheme of the service, and the hosts without one: names, `.suffixes`, `host:port`, or `*`. */
export interface Proxies {
  readonly http?: ProxyAddress;
  readonly https?: ProxyAddress;
  readonly except: readonly string[];
}

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
