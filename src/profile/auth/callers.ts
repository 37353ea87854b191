import { dirname } from 'node:path';
import type { CallerIdentity } from '../../model/access.js';
import type { Problem } from '../../model/profile/profile-error.js';
import type { ParsedProfile } from '../file/file-content.js';
import { isFieldName, isFieldValue, shortenName } from '../flags/header-line.js';
import type { ParsedFlags } from '../flags/read-flags.js';
import type { LoadProfileOptions } from '../load-options.js';
import { removeDuplicates, type SendableText } from '../secrets/secret-text.js';
import { type ResolvedIdentity, resolveHeaderText, resolveIdentity } from './credentials.js';
import { readWfcCallers } from './wfc-file.js';

export interface CallerSources {
  readonly options: LoadProfileOptions;
  readonly flags: ParsedFlags;
  readonly parsed: ParsedProfile | undefined;
  /** Empty if the base URL is the problem. */
  readonly baseUrl: string;
}

/** Collects the header fields and credentials of flags and file; a flag overrides the file. */
export function resolveCallers(said: CallerSources) {
  const { flags, parsed } = said;
  const fields = new Map<string, SendableText>([...listFileHeaders(parsed), ...flags.headers]);
  const identified = [...listProfileIdentities(said), ...listAuthFileIdentities(said)];
  const identities = identified.flatMap((known) => ('identity' in known ? [applyToken(known, flags.token)] : []));
  if (flags.token && !identities.some(({ identity }) => identity.name === 'full'))
    fields.set('authorization', flags.token);
  const secrets = [...fields.values(), ...identities].flatMap((part) => part.secrets);
  return {
    settings: {
      headers: Object.fromEntries([...fields].map(([name, { text }]) => [name, text])),
      identities: Object.fromEntries(
        identities.map(({ identity }): [string, CallerIdentity] => [identity.name, identity]),
      ),
      secrets: removeDuplicates(secrets),
    },
    problems: [
      ...findHeaderProblems(parsed),
      ...identified.flatMap((known) => ('problem' in known ? [known.problem] : [])),
    ],
  };
}

function listFileHeaders(read: ParsedProfile | undefined): [string, SendableText][] {
  return Object.entries(read?.content.headers ?? {}).map(([name, value]) => [
    name.toLowerCase(),
    resolveHeaderText(name, value, (read as ParsedProfile).origin.interpolated),
  ]);
}

function findHeaderProblems(read: ParsedProfile | undefined): Problem[] {
  return Object.entries(read?.content.headers ?? {}).flatMap(([name, value]) => {
    const place = (message: string) => (read as ParsedProfile).origin.source.problem(['headers', name], message, 'key');
    if (!isFieldName(name)) return [place(`${shortenName(name)} is not a valid header field name`)];
    return isFieldValue(value) ? [] : [place(`the value of ${name} contains characters that cannot be sent`)];
  });
}

/** A token on the command line replaces the credential of the full caller. */
function applyToken(known: Extract<ResolvedIdentity, { identity: unknown }>, token: SendableText | undefined) {
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

/** Credentials of the file that the profile names, overridden by those of the profile. */
function listProfileIdentities({ options: { env }, parsed, baseUrl }: CallerSources): ResolvedIdentity[] {
  if (!parsed) return [];
  const { scheme = 'bearer', credentials = {}, file, roles } = parsed.content.auth ?? {};
  const { source } = parsed.origin;
  const folder = dirname(source.path);
  const complain = (role: string, message: string) => source.problem(['auth', 'roles', role], message);
  const imported = file === undefined ? [] : readWfcCallers({ file, folder, roles, complain, baseUrl }, env);
  const own = Object.entries(credentials).map(([role, credential]) =>
    resolveIdentity(role, credential, scheme, parsed.origin, folder),
  );
  return [...imported, ...own];
}

/** Credentials of the file that the command line names. */
function listAuthFileIdentities({ options: { authFile, cwd, env }, baseUrl }: CallerSources): ResolvedIdentity[] {
  if (authFile === undefined) return [];
  const complain = (_: string, message: string) => ({ file: '--auth-file', message });
  return readWfcCallers({ file: authFile, folder: cwd, roles: undefined, complain, baseUrl }, env);
}
