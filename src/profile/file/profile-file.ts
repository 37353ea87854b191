import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isObject, type Json, type JsonObject } from '../../model/json.js';
import type { DeclaredPagination, DeclaredResource, Profile } from '../../model/profile/profile.js';
import { type Problem, placeOf } from '../../model/profile/profile-error.js';
import type { Dialect } from '../../model/service/subject.js';
import { checkBaseUrl, isSameHost } from '../connection/base-url.js';
import type { SaidTls } from '../connection/certificates.js';
import type { FilePermission } from '../defaults.js';
import type { Origin } from '../secrets/literal-secrets.js';
import type { SaidRedaction } from '../secrets/redaction.js';
import { checkShape, settle } from './check-schema.js';
import { interpolate } from './interpolate-variables.js';
import { readSource, type Source } from './source.js';

/** A profile file as `profile.schema.json` has it, variables replaced. */
export interface FileProfile extends FilePermission {
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
  readonly redact?: SaidRedaction;
  readonly tls?: SaidTls;
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
  readonly limits?: Partial<Omit<Profile['limits'], 'ratePerSecond' | 'ratePerHost'>> & {
    readonly runs?: number;
    readonly rate?: number | string;
    readonly ratePerHost?: number | string;
  };
  readonly safety?: FilePermission & { readonly cleanup?: boolean };
  readonly rules?: { readonly only?: readonly string[]; readonly folders?: readonly string[] };
}

/** What a file says, where each word stands, and what is wrong with it. */
export interface ReadProfile {
  readonly said: FileProfile;
  readonly raw: JsonObject;
  readonly origin: Origin;
  readonly problems: readonly Problem[];
}

/** Reads, interpolates and checks a profile. Throws when it cannot be read or parsed. */
export function readProfile(source: Source, env: Readonly<Record<string, string | undefined>>): ReadProfile {
  const interpolated = interpolate(source, env);
  const value = settle(interpolated.value, interpolated.taken);
  const raw = isObject(value) ? value : {};
  const unfilled = interpolated.problems.map(placeOf);
  const shape = checkShape('profile', value, source).filter((problem) => !unfilled.includes(placeOf(problem)));
  return {
    said: raw as FileProfile,
    raw,
    origin: { source, interpolated },
    problems: [...interpolated.problems, ...shape],
  };
}

/** A profile file that was found, or the reason why one was left alone. */
export interface FoundSource {
  readonly source?: Source;
  readonly note?: string;
}

/**
 * The file that `--profile` names, or else the one in the working directory. A base URL on the command line wins
 * over the file's. But a file that nobody named is left alone when it describes another host: its credentials
 * would be sent to a stranger.
 */
export function findSource(cwd: string, file: string | undefined, baseUrl: string | undefined): FoundSource {
  if (file !== undefined) return { source: readSource(resolve(cwd, file), cwd) };
  const path = ['assay.yaml', 'assay.yml', 'assay.json'].map((name) => join(cwd, name)).find(existsSync);
  if (path === undefined) return {};
  const source = readSource(path, cwd);
  const other = otherHost(source, baseUrl);
  if (other === undefined) return { source };
  return {
    note: `${source.file} describes ${other}, another host than the one named; it was left alone. Use --profile ${source.file} to use it all the same.`,
  };
}

function otherHost({ value }: Source, baseUrl: string | undefined): string | undefined {
  const own = isObject(value) ? value.baseUrl : undefined;
  if (baseUrl === undefined || typeof own !== 'string' || own.includes('${')) return undefined;
  const checked = checkBaseUrl(own);
  return 'url' in checked && !isSameHost(checked.url, baseUrl) ? checked.url : undefined;
}
