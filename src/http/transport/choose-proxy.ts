import type { MaybeSecret } from '../exchange.js';

/** A proxy; what lets us in stands beside its URL, not in it. */
export interface ProxyAddress {
  readonly url: string;
  readonly authorization?: MaybeSecret;
}

/** Proxies by the scheme of the target, and the hosts that are asked without one: names, `.suffixes`, `host:port`, or `*`. */
export interface Proxies {
  readonly http?: ProxyAddress;
  readonly https?: ProxyAddress;
  readonly except: readonly string[];
}

/** The proxy on the way to an origin. */
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
