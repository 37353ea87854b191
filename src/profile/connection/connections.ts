import { dirname } from 'node:path';
import type { Proxies, ProxyAddress } from '../../model/access.js';
import { decodePercent } from '../../model/escapes.js';
import { omitUndefined } from '../../model/json.js';
import type { Problem } from '../../model/profile/profile-error.js';
import { Secret } from '../../model/secret.js';
import type { ParsedProfile } from '../file/file-content.js';
import type { LoadProfileOptions } from '../load-options.js';
import { createSecretText } from '../secrets/secret-text.js';
import { listCertificateSecrets, readTls } from './certificates.js';

const noProxies: ProxySettings = { proxies: undefined, secrets: [], problems: [], notes: [] };

/** Hosts that a proxy cannot reach for us. */
const localHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Collects TLS and proxy settings from flags, file and environment; a flag overrides the file. */
export function resolveConnections(options: LoadProfileOptions, read: ParsedProfile | undefined) {
  const { tls, problems } = resolveTls(options, read);
  const proxying = resolveProxies(options.proxy, read, options.env);
  return {
    settings: omitUndefined({
      tls: Object.keys(tls).length > 0 ? tls : undefined,
      isHttp2: options.http2 ?? read?.content.http2,
      proxies: proxying.proxies,
    }),
    secrets: [...listCertificateSecrets(tls), ...proxying.secrets],
    problems: [...problems, ...proxying.problems],
    notes: [...proxying.notes, ...(tls.isInsecure ? [unverifiedNote] : [])],
  };
}

const unverifiedNote =
  'TLS certificates were not verified (--insecure, or tls.insecure), so another server could have answered in place of the service';

function resolveTls({ ca, cert, key, insecure, cwd }: LoadProfileOptions, read: ParsedProfile | undefined) {
  const flagged = readTls(omitUndefined({ ca, cert, key, insecure }), cwd, (name, message) => ({
    file: `--${name}`,
    message,
  }));
  if (!read?.content.tls) return flagged;
  const { source } = read.origin;
  const said = readTls(read.content.tls, dirname(source.path), (name, message) =>
    source.problem(['tls', name], message),
  );
  const { ca: trusted, isInsecure } = said.tls;
  const usual = flagged.tls.cert === undefined ? said.tls : omitUndefined({ ca: trusted, isInsecure });
  return { tls: { ...usual, ...flagged.tls }, problems: [...flagged.problems, ...said.problems] };
}

/** The proxies of connections, with the secrets and the problems. */
interface ProxySettings {
  readonly proxies: Proxies | undefined;
  readonly secrets: readonly Secret[];
  readonly problems: readonly Problem[];
  readonly notes: readonly string[];
}

/** Returns the proxy of the flag or the file (`none` counts), else that of the environment, except for this machine. */
function resolveProxies(
  flag: string | undefined,
  read: ParsedProfile | undefined,
  env: Readonly<Record<string, string | undefined>>,
): ProxySettings {
  const named = flag ?? read?.content.proxy;
  if (named === undefined) return readEnvironmentProxies(env);
  if (named === 'none') return noProxies;
  const proxy = parseProxy(named);
  if (typeof proxy !== 'string')
    return { ...noProxies, ...pickSecrets([proxy]), proxies: { http: proxy, https: proxy, except: [] } };
  const problem =
    flag === undefined && read ? read.origin.source.problem(['proxy'], proxy) : { file: '--proxy', message: proxy };
  return { ...noProxies, problems: [problem] };
}

function readEnvironmentProxies(env: Readonly<Record<string, string | undefined>>): ProxySettings {
  const valueIn = (name: string) => env[name] || env[name.toUpperCase()] || undefined;
  const said = {
    http: valueIn('http_proxy') ?? valueIn('all_proxy'),
    https: valueIn('https_proxy') ?? valueIn('all_proxy'),
  };
  const found = Object.entries(said).flatMap(([scheme, text]) =>
    text === undefined ? [] : [[scheme, parseProxy(text)] as const],
  );
  if (found.length === 0) return noProxies;
  const proxies = found.flatMap(([scheme, proxy]) => (typeof proxy === 'string' ? [] : [[scheme, proxy] as const]));
  const except = [...localHosts, ...(valueIn('no_proxy') ?? '').split(/[\s,]+/).filter(Boolean)];
  return {
    ...noProxies,
    ...pickSecrets(proxies.map(([, proxy]) => proxy)),
    proxies: { ...Object.fromEntries(proxies), except },
    notes: proxies.length < found.length ? ['a proxy in the environment was ignored: it is not an http(s) URL'] : [],
  };
}

const pickSecrets = (proxies: readonly ProxyAddress[]): Pick<ProxySettings, 'secrets'> => ({
  secrets: proxies.flatMap(({ authorization }) =>
    authorization instanceof Secret
      ? [...createSecretText('proxy', authorization.reveal()).secrets, ...extractPassword(authorization)]
      : [],
  ),
});

/** The password alone is also a secret: a proxy can repeat it in an error. */
function extractPassword(authorization: Secret): Secret[] {
  const pair = Buffer.from(authorization.reveal().slice(authorization.prefix.length), 'base64').toString();
  const password = pair.slice(pair.indexOf(':') + 1);
  return password === '' ? [] : [new Secret('proxy', password)];
}

/** Parses a proxy; credentials are split off, so that its URL can be shown. */
function parseProxy(text: string): ProxyAddress | string {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(whole)) return 'expected the URL of a proxy, such as http://proxy.example:3128';
  const { protocol, host, username, password } = new URL(whole);
  if (protocol !== 'http:' && protocol !== 'https:') return 'only http and https proxies can be used';
  const pair = `${decodePercent(username)}:${decodePercent(password)}`;
  const authorization = new Secret('proxy', Buffer.from(pair).toString('base64'), 'Basic ');
  return { url: `${protocol}//${host}`, ...(username !== '' && { authorization }) };
}
