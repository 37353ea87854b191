import type { Text } from '../../model/profile/access.js';
import type { DeclaredPagination, Profile } from '../../model/profile/profile.js';
import type { Problem } from '../../model/profile/profile-error.js';
import type { Redaction } from '../../model/profile/redaction.js';
import { Secret } from '../../model/profile/secret.js';
import type { ReadProfile } from '../file/file-content.js';
import { isTelling } from '../flags/header-line.js';
import { safePattern } from './check-pattern.js';

/** Shorter values stand in any text by chance. */
const shortest = 3;

/** Reads `redact`, and finds the secrets that are too short to be blotted out everywhere; a note names each of them. */
export function redactionOf(
  read: ReadProfile | undefined,
  known: Pick<Profile, 'headers' | 'identities' | 'secrets'>,
): { readonly redaction?: Redaction; readonly problems: readonly Problem[]; readonly notes: readonly string[] } {
  const { redact = {}, pagination, resources = [] } = read?.said ?? {};
  const checked = (redact.patterns ?? []).map((text, index) => ({ index, safe: safePattern(text) }));
  const alone = [known, ...Object.values(known.identities)].flatMap((part) => [
    ...shortIn(part.headers),
    ...('query' in part ? shortIn(part.query) : []),
  ]);
  const short = known.secrets.filter((secret) => secret.reveal().length < shortest).map(({ name }) => name);
  const readable = [pagination, ...resources.map((resource) => resource.pagination)].flatMap(cursorNames);
  const patterns = checked.flatMap(({ safe }) => ('source' in safe ? [safe.source] : []));
  const isSaid = Object.keys(redact).length + readable.length + alone.length > 0;
  return {
    ...(isSaid && { redaction: { ...redact, patterns, readable, alone } }),
    problems: checked.flatMap(({ index, safe }) =>
      'trouble' in safe && read
        ? [read.origin.source.problem(['redact', 'patterns', String(index)], `the pattern ${safe.trouble}`)]
        : [],
    ),
    notes: [...new Set(short)].map(
      (name) =>
        `${name} is shorter than ${shortest} characters: it is blotted out only where it is all that its own field holds`,
    ),
  };
}

/** Variables that are secret by their names, wherever in the file they took part. */
export const tellingVariables = (read: ReadProfile | undefined): Secret[] =>
  [...(read?.origin.interpolated.taken.values() ?? [])].flatMap(({ names, values }) =>
    names.flatMap((name, index) => (isSecretName(name) ? [new Secret(name, values[index] ?? '')] : [])),
  );

const isSecretName = (name: string): boolean => isTelling(name) || /PASS|PWD|CREDENTIAL/i.test(name);

const shortIn = (fields: Readonly<Record<string, Text>>) =>
  Object.entries(fields).flatMap(([field, text]) => {
    if (typeof text === 'string') return [];
    const bare = text.reveal().slice(text.prefix.length);
    const value = /^[^=;]+=(.*)$/.exec(bare)?.[1] ?? bare;
    return value.length > 0 && value.length < shortest ? [{ field, secret: text }] : [];
  });

/** Names by which the profile itself says that pages are asked for. */
const cursorNames = (paging: DeclaredPagination | undefined): string[] =>
  [paging?.params?.cursor, paging?.params?.page, paging?.next?.split('/').at(-1)].flatMap((name) => name || []);
