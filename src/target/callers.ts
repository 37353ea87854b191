import { headerText, identify, type Known } from './credentials.js';
import type { ReadProfile } from './file.js';
import type { Flags } from './flags.js';
import { isFieldName, isFieldValue } from './header-flag.js';
import type { Problem } from './problem.js';
import type { Identity, Profile } from './profile.js';
import { distinct, type Sendable } from './texts.js';

/** Who may call, what every request carries, and the secrets in it. */
export interface Callers {
  readonly known: Pick<Profile, 'headers' | 'identities' | 'secrets'>;
  readonly problems: readonly Problem[];
}

/** Gathers the header fields and credentials of flags and file; a flag wins over the file. */
export function callersOf(flags: Flags, read: ReadProfile | undefined): Callers {
  const fields = new Map<string, Sendable>([...fileHeaders(read), ...flags.headers]);
  const identified = identitiesIn(read);
  const identities = identified.flatMap((known) => ('identity' in known ? [known] : []));
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
    if (!isFieldName(name)) return [place(`"${name}" is no name of a header field`)];
    return isFieldValue(value) ? [] : [place(`the value of ${name} holds characters that cannot be sent`)];
  });
}

function identitiesIn(read: ReadProfile | undefined): Known[] {
  const { scheme = 'bearer', credentials = {} } = read?.said.auth ?? {};
  return Object.entries(credentials).map(([role, credential]) =>
    identify(role, credential, scheme, (read as ReadProfile).origin),
  );
}
