import type { Json, JsonObject } from '../../model/json.js';
import type { Permission } from '../../model/permission.js';
import type { AcceptedGap } from '../../model/profile/accepted-gap.js';
import type { Profile } from '../../model/profile/profile.js';
import type { Problem } from '../../model/profile/profile-error.js';
import type { Severity } from '../../model/profile/rule-names.js';
import type { DeclaredRedaction } from '../../model/redaction.js';
import type { FailOn } from '../../model/result/gate-policy.js';
import type { DeclaredPagination, DeclaredResource } from '../../model/service/declared-resource.js';
import type { OperationScope } from '../../model/service/operation.js';
import type { Dialect } from '../../model/service/subject.js';
import type { DeclaredTls } from '../connection/certificates.js';
import type { TextOrigin } from '../secrets/literal-secrets.js';

export interface FilePermission {
  readonly permit?: Permission;
  readonly readOnly?: boolean;
  readonly allowWrites?: readonly string[];
}

/** A profile file in the form of `profile.schema.json`, variables replaced. */
export interface FileProfile extends FilePermission {
  /** Profiles to merge with: files that begin with `./` or `/`, or packages. */
  readonly extends?: string | readonly string[];
  readonly operations?: OperationScope;
  readonly name?: string;
  readonly version?: string;
  readonly contact?: string;
  readonly baseUrl?: string;
  readonly openapi?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly auth?: {
    readonly scheme?: string;
    readonly credentials?: JsonObject;
    readonly file?: string;
    readonly roles?: Readonly<Record<string, string>>;
    readonly hideExistence?: boolean;
    readonly public?: readonly string[];
  };
  readonly redact?: DeclaredRedaction;
  readonly tls?: DeclaredTls;
  readonly http2?: boolean;
  readonly proxy?: string;
  readonly resources?: readonly (Omit<DeclaredResource, 'where' | 'name'> & { readonly name?: string })[];
  readonly idempotency?: Partial<NonNullable<Profile['idempotency']>> & { readonly name: string };
  readonly pagination?: DeclaredPagination;
  readonly errors?: Profile['errors'];
  readonly volatile?: readonly string[];
  readonly cache?: Profile['cache'];
  readonly consistency?: Profile['consistency'];
  readonly rateLimit?: Partial<NonNullable<Profile['rateLimit']>>;
  readonly versions?: Profile['versions'];
  readonly links?: Json;
  readonly dialect?: Partial<Dialect>;
  readonly limits?: Partial<Omit<Profile['limits'], 'ratePerSecond' | 'isRateLearned' | 'ratePerHost'>> & {
    readonly runs?: number;
    readonly rate?: number | string;
    readonly ratePerHost?: number | string;
  };
  readonly safety?: FilePermission & { readonly cleanup?: boolean; readonly unusualOctets?: boolean };
  readonly exec?: Profile['exec'];
  readonly rules?: {
    readonly only?: readonly string[];
    readonly except?: readonly string[];
    readonly folders?: readonly string[];
    readonly severity?: Readonly<Record<string, Severity>>;
    readonly failOn?: readonly FailOn[];
    readonly incomplete?: readonly Omit<AcceptedGap, 'where'>[];
  };
}

/** The content of a file, the location of each value, and its problems. */
export interface ParsedProfile {
  readonly content: FileProfile;
  readonly raw: JsonObject;
  readonly origin: TextOrigin;
  readonly problems: readonly Problem[];
}
