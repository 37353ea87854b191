import type { Profile } from '../../model/profile/profile.js';
import type { Problem } from '../../model/profile/profile-error.js';
import type { Redaction } from '../../model/redaction.js';
import { type MaybeSecret, Secret } from '../../model/secret.js';
import type { DeclaredPagination } from '../../model/service/declared-resource.js';
import type { ParsedProfile } from '../file/file-content.js';
import { isCredentialName } from '../flags/header-line.js';
import { checkPattern } from './check-pattern.js';

/** Shorter values occur in any text by chance. */
const minSecretLength = 3;

/** Reads `redact`, and finds the secrets that are too short to be masked everywhere; a note names each of them. */
export function resolveRedaction(
  read: ParsedProfile | undefined,
  known: Pick<Profile, 'headers' | 'identities' | 'secrets'>,
): { readonly redaction?: Redaction; readonly problems: readonly Problem[]; readonly notes: readonly string[] } {
  const { redact = {}, pagination, resources = [] } = read?.content ?? {};
  const checked = (redact.patterns ?? []).map((text, index) => ({ index, safe: checkPattern(text) }));
  const alone = [known, ...Object.values(known.identities)].flatMap((part) => [
    ...findShortSecrets(part.headers),
    ...('query' in part ? findShortSecrets(part.query) : []),
  ]);
  const short = known.secrets.filter((secret) => secret.reveal().length < minSecretLength).map(({ name }) => name);
  const readable = [pagination, ...resources.map((resource) => resource.pagination)].flatMap(listCursorNames);
  const patterns = checked.flatMap(({ safe }) => ('source' in safe ? [safe.source] : []));
  const isSaid = Object.keys(redact).length + readable.length + alone.length > 0;
  return {
    ...(isSaid && { redaction: { ...redact, patterns, readable, alone } }),
    problems: checked.flatMap(({ index, safe }) =>
      'problem' in safe && read
        ? [read.origin.source.problem(['redact', 'patterns', String(index)], `the pattern ${safe.problem}`)]
        : [],
    ),
    notes: [...new Set(short)].map(
      (name) =>
        `${name} is shorter than ${minSecretLength} characters, so it is masked only where it is the whole value of its own field`,
    ),
  };
}

/** Variables whose names indicate a secret, anywhere in the file. */
export const listSecretVariables = (read: ParsedProfile | undefined): Secret[] =>
  [...(read?.origin.interpolated.variables.values() ?? [])].flatMap(({ names, values }) =>
    names.flatMap((name, index) => (isSecretName(name) ? [new Secret(name, values[index] ?? '')] : [])),
  );

const isSecretName = (name: string): boolean => isCredentialName(name) || /PASS|PWD|CREDENTIAL/i.test(name);

const findShortSecrets = (fields: Readonly<Record<string, MaybeSecret>>) =>
  Object.entries(fields).flatMap(([field, text]) => {
    if (typeof text === 'string') return [];
    const bare = text.reveal().slice(text.prefix?.length);
    const value = /^[^=;]+=(.*)$/.exec(bare)?.[1] ?? bare;
    return value.length > 0 && value.length < minSecretLength ? [{ field, secret: text }] : [];
  });

/** Parameter names that the profile declares for paging. */
const listCursorNames = (paging: DeclaredPagination | undefined): string[] =>
  [paging?.params?.cursor, paging?.params?.page, paging?.next?.split('/').at(-1)].flatMap((name) => name || []);
