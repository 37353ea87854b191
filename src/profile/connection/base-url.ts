import type { ParsedProfile } from '../file/file-content.js';

/** A normalised base URL, or its problem. Neither ever contains a query or credentials. */
export type BaseUrl = { readonly url: string } | { readonly problem: string };

export function checkBaseUrl(text: string): BaseUrl {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { problem: describeMissingScheme(text) };
  const url = parseUrl(text);
  if (!url) return { problem: describePort(text) ?? 'is not a URL; write it like https://api.example.com/v1' };
  if (!['http:', 'https:'].includes(url.protocol)) {
    return { problem: `has the scheme ${url.protocol.slice(0, -1)}; only http and https can be tested` };
  }
  if (url.username || url.password) {
    return {
      problem:
        "contains credentials, which would be written to reports; use auth.credentials or --header 'Authorization: ...'",
    };
  }
  if (url.search || text.includes('?')) {
    return {
      problem: 'contains a query, which cannot precede a path; remove it, and send keys with auth or headers',
    };
  }
  if (url.hash || text.includes('#'))
    return { problem: 'contains a fragment, which is never sent; remove the # and what follows' };
  return { url: `${url.origin}${url.pathname.replace(/\/+$/, '')}` };
}

/**
 * Whether a checked base URL refers to this machine. The host is parsed by the URL standard (127.1 and 2130706433 are
 * 127.0.0.1); of names, only those that never leave the machine count (RFC 6761 §6.3), whatever others resolve to.
 */
export function isLoopback(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  if (/^(.*\.)?localhost\.?$/.test(hostname)) return true;
  // An IPv4 address in IPv6 is written with its octets in pairs: 7f is 127.
  return (
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname) ||
    /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(hostname)
  );
}

/** Whether two base URLs have the same origin; loopback has many names. */
export function isSameOrigin(one: string, other: string): boolean {
  const [own, theirs] = [new URL(one), new URL(other)];
  return isSameHost(one, other) && own.protocol === theirs.protocol && own.port === theirs.port;
}

/** Whether two base URLs have the same host, whatever the port and path; loopback has many names. */
export function isSameHost(one: string, other: string): boolean {
  return new URL(one).hostname === new URL(other).hostname || (isLoopback(one) && isLoopback(other));
}

/** Returns the base URL of a run: the flag's, or else the file's. */
export function resolveBaseUrl(flag: string | undefined, read: ParsedProfile | undefined) {
  if (flag !== undefined) return { baseUrl: flag, problems: [] };
  const source = read?.origin.source;
  if (!source) return { baseUrl: '', problems: [{ file: 'base URL', message: `is missing; ${namingHint}` }] };
  const own = read.content.baseUrl;
  if (own === undefined)
    return { baseUrl: '', problems: [{ file: source.file, message: `the key "baseUrl" is missing; ${namingHint}` }] };
  const checked = checkBaseUrl(own);
  if ('url' in checked) return { baseUrl: checked.url, problems: [] };
  return { baseUrl: '', problems: [source.problem(['baseUrl'], `the base URL ${checked.problem}`)] };
}

const namingHint = 'give it on the command line (such as https://api.example.com) or as baseUrl in a profile';

function describePort(text: string): string | undefined {
  const port = /^\w+:\/\/[^/?#@]*:(\d+)(?:[/?#]|$)/.exec(text)?.[1];
  return port !== undefined && Number(port) > 65_535 ? `has the port ${port}; the highest port is 65535` : undefined;
}

function describeMissingScheme(text: string): string {
  const [, scheme, rest = ''] = /^(https?):?\/{0,2}([\w.-]+(?::\d+)?(?:\/[\w./~-]*)?)$/i.exec(text) ?? [];
  if (scheme !== undefined && /^https?:?\//i.test(text))
    return `is not a URL; did you mean ${scheme.toLowerCase()}://${rest}?`;
  const bare = bracketIpv6(text);
  if (bare !== undefined)
    return `has no scheme; did you mean ${isLoopback(`http://${bare}`) ? 'http' : 'https'}://${bare}?`;
  const guess = parseUrl(`http://${text.replace(/^[/:]+/, '')}`);
  if (!guess?.hostname || guess.username || guess.search || !/^[\w.[\]:-]+(\/.*)?$/.test(text)) {
    return 'has no scheme; write it like https://api.example.com/v1';
  }
  return `has no scheme; did you mean ${isLoopback(guess.href) ? 'http' : 'https'}://${text}?`;
}

/** Returns an IPv6 address without brackets as a URL has it; of `::1:3000`, the last part is taken for a port. */
function bracketIpv6(text: string): string | undefined {
  const [, address = '', rest = ''] = /^([0-9a-f:]*::?[0-9a-f:]*)(\/\S*)?$/i.exec(text) ?? [];
  if ((address.match(/:/g) ?? []).length < 2) return undefined;
  const [, host = '', port = ''] = /^(.*[0-9a-f]):(\d{2,5})$/i.exec(address) ?? [];
  const whole = [
    [host, `:${port}`],
    [address, ''],
  ].find(([one]) => one && parseUrl(`http://[${one}]`));
  return whole && `[${whole[0]}]${whole[1]}${rest}`;
}

const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);
