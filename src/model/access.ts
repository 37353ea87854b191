import type { MaybeSecret, NamedSecret } from './secret.js';

/** A request whose response contains a credential. `url` is absolute, or a path under the base URL. */
export interface TokenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, MaybeSecret>>;
  readonly content?: MaybeSecret;
}

/** How a caller obtains a credential during the run, and how it is sent. */
export interface CredentialSource {
  /** Its name in messages and in place of its value. */
  readonly name: string;
  readonly request: TokenRequest;
  readonly take:
    | { readonly in: 'body'; readonly pointer: string }
    | { readonly in: 'header'; readonly name: string }
    | { readonly in: 'cookie'; readonly name?: string };
  /** `{token}` in the template is replaced by the obtained value. */
  readonly send: { readonly in: 'header' | 'query'; readonly name: string; readonly template: string };
  /** For responses as in RFC 6749 §5.1: the content of a refresh request, to which the refresh token is added. */
  readonly refresh?: MaybeSecret;
}

/** A TLS client certificate: texts of PEM files, or a PKCS #12 archive in base64. */
export interface Certificate {
  readonly cert?: string;
  readonly key?: NamedSecret;
  readonly pfx?: NamedSecret;
  readonly passphrase?: NamedSecret;
}

/** Trusted authorities, and the default client certificate. */
export interface TlsOptions extends Certificate {
  /** Texts of PEM files with additional trusted authorities. */
  readonly ca?: readonly string[];
  /** Whether TLS certificate verification is skipped. */
  readonly isInsecure?: boolean;
}

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

/** The credentials of one caller; `headers` include those of every request. */
export interface CallerCredentials {
  readonly headers: Readonly<Record<string, MaybeSecret>>;
  readonly query: Readonly<Record<string, MaybeSecret>>;
  readonly obtain?: CredentialSource;
  readonly certificate?: Certificate;
}

/** One caller with its header fields, cookies, query parameters and certificate, fixed or obtained. */
export interface CallerIdentity extends CallerCredentials {
  readonly name: string;
}
