import type { Secret } from './secret.js';

/** Text of a profile in which `${VAR}`s were replaced: plain, or a handle when a variable took part. */
export type ProfileText = string | Secret;

/** A request whose answer carries a credential. `url` is absolute, or a path under the base URL. */
export interface TokenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, ProfileText>>;
  readonly content?: ProfileText;
}

/** How a caller comes by a credential while the run is under way, and how it is sent. */
export interface CredentialSource {
  /** What it is called where it must not be shown, and where it cannot be had. */
  readonly name: string;
  readonly request: TokenRequest;
  readonly take:
    | { readonly in: 'body'; readonly pointer: string }
    | { readonly in: 'header'; readonly name: string }
    | { readonly in: 'cookie'; readonly name?: string };
  /** `{token}` in the template stands for what was taken. */
  readonly send: { readonly in: 'header' | 'query'; readonly name: string; readonly template: string };
  /** For an answer as RFC 6749 §5.1 has it: the content of a request to refresh, to which the refresh token is added. */
  readonly refresh?: ProfileText;
}

/** What a client shows of itself in TLS: texts of PEM files, or a PKCS #12 archive in base64. */
export interface Certificate {
  readonly cert?: string;
  readonly key?: Secret;
  readonly pfx?: Secret;
  readonly passphrase?: Secret;
}

/** Whom TLS trusts, and what it shows where a caller shows nothing of its own. */
export interface Tls extends Certificate {
  /** Texts of PEM files with authorities to trust beside the usual ones. */
  readonly ca?: readonly string[];
  /** Whether anybody is taken for the server. */
  readonly isInsecure?: boolean;
}

/** A proxy; what lets us in stands beside its URL, not in it. */
export interface ProxyAddress {
  readonly url: string;
  readonly authorization?: ProfileText;
}

/** Proxies by the scheme of the target, and the hosts that are asked without one. */
export interface Proxies {
  readonly http?: ProxyAddress;
  readonly https?: ProxyAddress;
  readonly except: readonly string[];
}

/** What makes one caller known; `headers` hold the ones of every request, too. */
export interface CallerCredentials {
  readonly headers: Readonly<Record<string, ProfileText>>;
  readonly query: Readonly<Record<string, ProfileText>>;
  readonly obtain?: CredentialSource;
  readonly certificate?: Certificate;
}

/** One caller: the header fields, cookies, query parameters and certificate that make it known, given or obtained. */
export interface CallerIdentity extends CallerCredentials {
  readonly name: string;
}
