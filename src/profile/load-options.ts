import type { Permission } from '../model/permission.js';
import type { FileProfile } from './file/file-content.js';

/** What the caller says on the command line; `undefined` leaves it to the file, and then to the defaults. */
export interface LoadProfileOptions {
  /** Wins over the file's own. */
  readonly baseUrl?: string;
  /** A profile to use whatever host it describes; otherwise `assay.yaml`, `assay.yml` or `assay.json` in `cwd`. */
  readonly file?: string;
  /** A profile as a value, in the place of any file. */
  readonly said?: FileProfile | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly openapi?: string;
  /** Paths of collections to look at, under the base URL. */
  readonly collections?: readonly string[];
  readonly permit?: Permission;
  /** `Name: value` lines. */
  readonly headers?: readonly string[];
  /** A variable with a bearer token. */
  readonly tokenEnv?: string;
  /** An authentication file of the Web Fuzzing Commons. */
  readonly authFile?: string;
  /** Files with authorities to trust, and with a certificate of ours. */
  readonly ca?: readonly string[];
  readonly cert?: string;
  readonly key?: string;
  readonly insecure?: boolean;
  /** URL of a proxy, or `none`. */
  readonly proxy?: string;
  readonly only?: readonly string[];
  /** Folders with further rules, beside those of the profile. */
  readonly ruleFolders?: readonly string[];
  readonly cases?: number;
  readonly maxRequests?: number;
  readonly maxSeconds?: number;
  /** Things that stand at once. */
  readonly maxLive?: number;
  /** Requests per second, `20` or `20/s`. */
  readonly rate?: string;
  readonly concurrency?: number;
  /** A file with `waivers`, beside those of the profile, with the `collections` of an earlier survey, or with both. */
  readonly waiversFile?: string;
}
