import type { CallerCredentials, CallerIdentity, Proxies, TlsOptions } from '../access.js';
import type { Redaction } from '../redaction.js';
import type { FailOn } from '../result/gate-policy.js';
import type { MaybeSecret, Secret } from '../secret.js';
import type { Baseline } from '../service/baseline.js';
import type { Caller } from '../service/caller.js';
import type { RateLimit } from '../service/collection-parts.js';
import type { DeclaredIdempotency, DeclaredService } from '../service/declared-service.js';
import type { Dialect } from '../service/subject.js';
import type { AcceptedGap } from './accepted-gap.js';
import type { Hooks } from './hooks.js';
import type { RuleSeverity } from './rule-names.js';
import type { Waiver } from './waiver.js';

/** The complete profile: flags, file and defaults are merged. */
export interface Profile extends DeclaredService {
  /** The profile file, if there is one. */
  readonly file?: string;
  /** Functions of a profile that is a module. */
  readonly hooks?: Hooks;
  /** The profile files that it extends. */
  readonly extendedFiles?: readonly string[];
  readonly name: string;
  readonly version?: string;
  readonly contact?: string;
  readonly isLoopback: boolean;
  /** Whether requests with octets at which services are known to stop may be sent to another machine, too. */
  readonly maySendUnusualOctets?: boolean;
  /** Paths of collections that the user named, under the base URL. */
  readonly collections: readonly string[];
  readonly permitFrom: 'flag' | 'profile' | 'default';
  readonly headers: Readonly<Record<string, MaybeSecret>>;
  readonly identities: {
    readonly full?: CallerIdentity;
    readonly limited?: CallerIdentity;
    readonly otherTenant?: CallerIdentity;
    readonly expired?: CallerIdentity;
    readonly wrongPassword?: CallerIdentity;
  };
  /** The callers with their header fields and query parameters. */
  readonly callers: Readonly<Partial<Record<Caller, CallerCredentials>>>;
  /** TLS settings, if declared. */
  readonly tls?: TlsOptions;
  /** Whether HTTP/2 is used where the service offers it. */
  readonly isHttp2?: boolean;
  readonly proxies?: Proxies;
  readonly hideExistence: boolean;
  readonly idempotency?: DeclaredIdempotency & { readonly mismatch?: readonly number[] };
  readonly errors: {
    readonly shape?: string;
    readonly bodySyntax?: readonly number[];
    readonly semantic?: readonly number[];
    readonly conflict?: readonly number[];
    readonly gone?: readonly number[];
    readonly allowExtraStatus?: readonly number[];
  };
  readonly rateLimit?: Partial<RateLimit> & { readonly probe: boolean; readonly scope?: string };
  readonly versions?: { readonly old?: string; readonly new?: string };
  readonly dialect: Dialect;
  /** Members of `dialect` that differ from the default. */
  readonly chosenDialects: readonly string[];
  readonly limits: {
    readonly maxRequests: number;
    readonly maxSeconds: number;
    /** Maximum number of items existing at once, and created in total. */
    readonly maxLive: number;
    readonly maxMade: number;
    /** Maximum number of items of a collection that may exist while their removal is not known to work. */
    readonly maxLeft: number;
    readonly concurrency: number;
    readonly timeoutMs: number;
    readonly cases: number;
    /** Least number of rules with a verdict; a run with fewer fails. */
    readonly minRules: number;
    readonly ratePerSecond: number | undefined;
    /** Whether rate-limit fields of the service raise and lower the rate, which starts at `ratePerSecond`. */
    readonly isRateLearned?: boolean;
    /** Maximum number of requests per second for each host, if declared. */
    readonly ratePerHost: number | undefined;
  };
  /** How to start the service, if the user asks for it. */
  readonly exec?: { readonly command: string; readonly reuse?: boolean; readonly timeout?: number };
  readonly cleanup: boolean;
  readonly only: readonly string[];
  /** Whether only the rules of a quick run are checked, with few cases. */
  readonly isQuick?: boolean;
  /** Globs of rules that are not checked. */
  readonly except?: readonly string[];
  /** The effect of rules on the gate, or `off`; the last glob that matches decides. */
  readonly severities?: readonly RuleSeverity[];
  /** What fails the run; MUST rules of the convention when absent. */
  readonly failOn?: readonly FailOn[];
  /** Absolute paths of folders with custom rules. */
  readonly ruleFolders: readonly string[];
  readonly waivers: readonly Waiver[];
  /** What a run may leave unchecked without being incomplete. */
  readonly acceptedGaps?: readonly AcceptedGap[];
  /** Baseline of an earlier audit. */
  readonly baseline?: Baseline;
  /** All secrets of the profile, so that they can be redacted. */
  readonly secrets: readonly Secret[];
  /** What to redact by name, position or pattern. */
  readonly redaction?: Redaction;
  /** Notes for the user about this profile. */
  readonly notes?: readonly string[];
}
