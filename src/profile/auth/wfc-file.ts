import { resolve } from 'node:path';
import type { CallerIdentity } from '../../model/access.js';
import { isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Problem } from '../../model/profile/profile-error.js';
import { Secret } from '../../model/secret.js';
import { checkSchema } from '../file/check-schema.js';
import { type Interpolated, interpolate } from '../file/interpolate-variables.js';
import { readSource, type Source } from '../file/source.js';
import { isFieldName, isFieldValue, shortenName } from '../flags/header-line.js';
import { findSecretSource } from '../secrets/literal-secrets.js';
import { createSecretText } from '../secrets/secret-text.js';
import type { ResolvedIdentity } from './credentials.js';
import { createLoginSource, listLoginSecrets } from './login.js';
import { convertLogin, type WfcEntry } from './wfc-login.js';

/** Which users of the file have which roles; by default the first and the second of the list. */
export type WfcRoles = Readonly<Record<string, string>>;

/** A file as the profile or a flag names it. */
export interface WfcFile {
  readonly file: string;
  readonly folder: string;
  readonly roles: WfcRoles | undefined;
  /** Paths of logins are resolved against its origin. */
  readonly baseUrl: string;
  readonly complain: (role: string, message: string) => Problem;
}

/** Reads the callers of an authentication file of the Web Fuzzing Commons. Throws ProfileError if it cannot be read. */
export function readWfcCallers(
  { file, folder, roles, baseUrl, complain }: WfcFile,
  env: Readonly<Record<string, string | undefined>>,
): ResolvedIdentity[] {
  const path = resolve(folder, file);
  const source = readSource(path, folder);
  const interpolated = interpolate(source, env);
  const wrong = [...interpolated.problems, ...checkSchema('wfc', interpolated.value, source)];
  if (wrong.length > 0) return wrong.map((problem) => ({ problem }));
  const { auth, authTemplate = {} } = interpolated.value as unknown as {
    auth: JsonObject[];
    authTemplate?: JsonObject;
  };
  const entries = auth.map((entry) => mergeTemplate(authTemplate, entry) as unknown as WfcEntry);
  const names = entries.map(({ name }) => name ?? '');
  const played = roles ?? Object.fromEntries(names.slice(0, 2).map((name, index) => [defaultRoles[index] ?? '', name]));
  return Object.entries(played).map(([role, name]) => {
    const index = names.indexOf(name);
    const entry = entries[index];
    if (entry === undefined)
      return { problem: complain(role, `"${name}" is not a user of ${source.file}; known users: ${names.join(', ')}`) };
    return createIdentity(role, entry, { source, interpolated, index, baseUrl });
  });
}

const defaultRoles = ['full', 'limited'];

interface EntryLocation {
  readonly source: Source;
  readonly interpolated: Interpolated;
  readonly index: number;
  readonly baseUrl: string;
}

function createIdentity(role: string, entry: WfcEntry, { source, interpolated, index, baseUrl }: EntryLocation) {
  const tokens = ['auth', String(index)];
  const complain = (message: string): ResolvedIdentity => ({ problem: source.problem(tokens, message) });
  if (role === 'expired' && entry.loginEndpointAuth)
    return complain('logs in, and so its credential cannot be expired');
  const { fixedHeaders = [] } = entry;
  const wrong = fixedHeaders.find(({ name, value }) => !isFieldName(name) || !isFieldValue(value));
  if (wrong) return complain(`the header field ${shortenName(wrong.name)} cannot be sent`);
  const said = entry.loginEndpointAuth === undefined ? undefined : convertLogin(entry.loginEndpointAuth, baseUrl);
  if (typeof said === 'string') return complain(said);
  if (said === undefined && fixedHeaders.length === 0)
    return complain('has neither fixedHeaders nor loginEndpointAuth');
  const shown = `${role}.${entry.name ?? ''}`.replaceAll(/[^\w.-]+/g, '_');
  const obtain = said && createLoginSource(shown, said);
  if (typeof obtain === 'string') return complain(obtain);
  const fixed = fixedHeaders.map(
    ({ name, value }) => [name.toLowerCase(), createSecretText(shown, value.trim())] as const,
  );
  const identity: CallerIdentity = {
    name: role,
    headers: Object.fromEntries(fixed.map(([name, { text }]) => [name, text])),
    query: {},
    ...(obtain && { obtain }),
  };
  const variables = [tokens, ['authTemplate']].flatMap((part) => findSecretSource(part, interpolated).variables);
  const literals = said ? listLoginSecrets(said).map((text) => new Secret(shown, text)) : [];
  return { identity, secrets: [...fixed.flatMap(([, { secrets }]) => secrets), ...variables, ...literals] };
}

/** Values that an entry does not give come from the template, member by member; `null` means not given. */
function mergeTemplate(template: Json, entry: Json): Json {
  if (!isObject(template) || !isObject(entry)) return entry;
  const names = [...new Set([...Object.keys(template), ...Object.keys(entry)])];
  const said = (own: Json | undefined, shared: Json | undefined): Json | undefined => {
    if (own === undefined || own === null) return shared;
    return shared === undefined || shared === null ? own : mergeTemplate(shared, own);
  };
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = said(entry[name], template[name]);
      return value === undefined || value === null ? [] : [[name, isObject(value) ? mergeTemplate({}, value) : value]];
    }),
  );
}
