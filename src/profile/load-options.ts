import type { Permission } from '../model/permission.js';
import type { Hooks } from '../model/profile/hooks.js';
import type { Profile } from '../model/profile/profile.js';
import type { FileProfile } from './file/file-content.js';

/** Options of the command line; `undefined` means the file's value, then the default. */
export interface LoadProfileOptions
  extends Partial<
    Pick<Profile, 'maySendUnusualOctets' | 'mayGuess' | 'only' | 'isQuick'> &
      Pick<
        Profile['limits'],
        'cases' | 'minRules' | 'maxRequests' | 'maxSeconds' | 'maxLive' | 'maxLeft' | 'concurrency'
      >
  > {
  /** Overrides the file's base URL. */
  readonly baseUrl?: string;
  /** A profile file to use for any host; by default `assay.yaml`, `assay.yml` or `assay.json` in `cwd`. */
  readonly file?: string;
  /** A profile as a value, in place of any file. */
  readonly said?: (FileProfile & { readonly hooks?: Hooks }) | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly openapi?: string;
  /** Globs of the only operations that may be called, and of operations that are not called. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Paths of additional collections, under the base URL. */
  readonly collections?: readonly string[];
  readonly permit?: Permission;
  /** Operations that may have effects outside the service and are sent all the same, as `POST /emails`. */
  readonly allowEffects?: readonly string[];
  /** `Name: value` lines. */
  readonly headers?: readonly string[];
  /** Name of an environment variable with a bearer token. */
  readonly tokenEnv?: string;
  /** Path of an authentication file of the Web Fuzzing Commons. */
  readonly authFile?: string;
  /** Paths of PEM files with additional authorities, and with a client certificate. */
  readonly ca?: readonly string[];
  readonly cert?: string;
  readonly key?: string;
  readonly insecure?: boolean;
  /** Whether HTTP/2 is used where the service offers it in the TLS handshake. */
  readonly http2?: boolean;
  /** URL of a proxy, or `none`. */
  readonly proxy?: string;
  /** Globs of rules that are not checked, beside those of the profile. */
  readonly except?: readonly string[];
  /** Folders with additional rules, beside those of the profile. */
  readonly ruleFolders?: readonly string[];
  /** Requests per second, `20` or `20/s`; `auto` follows the rate-limit fields of the service. */
  readonly rate?: string;
  /** Path of a file with `waivers`, beside those of the profile, with the `collections` of an earlier survey, or with both. */
  readonly waiversFile?: string;
}
