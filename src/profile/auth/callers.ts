import { dirname } from 'node:path';
import type { Identity, Profile } from '../../model/profile/profile.js';
import type { Problem } from '../../model/profile/profile-error.js';
import type { ReadProfile } from '../file/file-content.js';
import { isFieldName, isFieldValue, shownName } from '../flags/header-line.js';
import type { Flags } from '../flags/read-flags.js';
import type { AimOptions } from '../load-options.js';
import { distinct, type Sendable } from '../secrets/secret-text.js';
import { headerText, identify, type Known } from './credentials.js';
import { callersInWfc } from './wfc-file.js';

/** Who may call, what every request carries, and the secrets in it. */
export interface Callers {
  readonly known: Pick<Profile, 'headers' | 'identities' | 'secrets'>;
  readonly problems: readonly Problem[];
}

/** Everything that says who calls. */
export interface Said {
  readonly options: AimOptions;
  readonly flags: Flags;
  readonly read: ReadProfile | undefined;
  /** Empty when that is what is wrong. */
  readonly baseUrl: string;
}

/** Gathers the header fields and credentials of flags and file; a flag wins over the file. */
export function callersOf(said: Said): Callers {
  const { flags, read } = said;
  const fields = new Map<string, Sendable>([...fileHeaders(read), ...flags.headers]);
  const identified = [...identitiesIn(said), ...identitiesNamed(said)];
  const identities = identified.flatMap((known) => ('identity' in known ? [tokenFirst(known, flags.token)] : []));
  if (flags.token && !identities.some(({ identity }) => identity.name === 'full'))
    fields.set('authorization', flags.token);
  const secrets = [...fields.values(), ...identities].flatMap((part) => part.secrets);
  return {
    known: {
      headers: Object.fromEntries([...fields].map(([name, { text }]) => [name, text])),
      identities: Object.fromEntries(identities.map(({ identity }): [string, Identity] => [identity.name, identity])),
      secrets: distinct(secrets),
    },
    problems: [...wrongHeaders(read), ...identified.flatMap((known) => ('problem' in known ? [known.problem] : []))],
  };
}

function fileHeaders(read: ReadProfile | undefined): [string, Sendable][] {
  return Object.entries(read?.said.headers ?? {}).map(([name, value]) => [
    name.toLowerCase(),
    headerText(name, value, (read as ReadProfile).origin.interpolated),
  ]);
}

function wrongHeaders(read: ReadProfile | undefined): Problem[] {
  return Object.entries(read?.said.headers ?? {}).flatMap(([name, value]) => {
    const place = (message: string) => (read as ReadProfile).origin.source.problem(['headers', name], message, 'key');
    if (!isFieldName(name)) return [place(`${shownName(name)} is no name of a header field`)];
    return isFieldValue(value) ? [] : [place(`the value of ${name} holds characters that cannot be sent`)];
  });
}

/** A token on the command line stands in place of whatever the full caller would send. */
function tokenFirst(
  known: Extract<Known, { identity: unknown }>,
  token: Sendable | undefined,
): Extract<Known, { identity: unknown }> {
  if (token === undefined || known.identity.name !== 'full') return known;
  const { certificate } = known.identity;
  const identity = {
    name: 'full',
    headers: { authorization: token.text },
    query: {},
    ...(certificate && { certificate }),
  };
  return { identity, secrets: token.secrets };
}

/** Those of the file that the profile names, and over them its own. */
function identitiesIn({ options: { env }, read, baseUrl }: Said): Known[] {
  if (!read) return [];
  const { scheme = 'bearer', credentials = {}, file, roles } = read.said.auth ?? {};
  const { source } = read.origin;
  const folder = dirname(source.path);
  const complain = (role: string, message: string) => source.problem(['auth', 'roles', role], message);
  const imported = file === undefined ? [] : callersInWfc({ file, folder, roles, complain, baseUrl }, env);
  const own = Object.entries(credentials).map(([role, credential]) =>
    identify(role, credential, scheme, read.origin, folder),
  );
  return [...imported, ...own];
}

/** Those of the file that the command line names. */
function identitiesNamed({ options: { authFile, cwd, env }, baseUrl }: Said): Known[] {
  if (authFile === undefined) return [];
  const complain = (_: string, message: string) => ({ file: '--auth-file', message });
  return callersInWfc({ file: authFile, folder: cwd, roles: undefined, complain, baseUrl }, env);
}
