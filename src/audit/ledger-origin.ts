import { type KeptFile, openKeptFile } from '../ledger/kept-items.js';
import type { Profile } from '../model/profile/profile.js';
import type { Secret } from '../model/secret.js';
import { isSameOrigin } from '../profile/connection/base-url.js';
import type { RunInput } from '../run/run-input.js';
import { readKitVersion } from './kit-version.js';
import type { AuditOptions } from './options.js';

/** What a run writes to its ledger about its profile, and about how items are removed: names of secrets only, never their values. */
export function buildLedgerOrigin(profile: Profile, startedAt: Date): Pick<RunInput, 'ledgerOrigin' | 'purges'> {
  const { callers, file, resources } = profile;
  return {
    ledgerOrigin: {
      kit: readKitVersion(),
      startedAt: startedAt.toISOString(),
      ...(file !== undefined && { profile: file }),
      callers: Object.entries(callers).flatMap(([name, calling]) =>
        calling === undefined || name === 'invalid' ? [] : [buildLedgerCaller(name, calling)],
      ),
    },
    purges: listPurges(resources),
  };
}

/** The requests after DELETE, by the name of the collection. */
export const listPurges = (resources: Profile['resources']): NonNullable<RunInput['purges']> =>
  Object.fromEntries(resources.flatMap(({ name, purge }) => (purge && purge.length > 0 ? [[name, purge]] : [])));

function buildLedgerCaller(
  name: string,
  { headers, query, obtain, certificate }: NonNullable<Profile['callers']['full']>,
) {
  const sent = { ...headers, ...query };
  const secrets = Object.values(sent).flatMap((text) => (isSecret(text) ? [text.name] : []));
  return {
    name,
    fields: [...Object.keys(sent), ...(obtain ? [obtain.send.name] : []), ...(certificate ? ['a certificate'] : [])],
    from: [...new Set([...secrets, ...(obtain ? [obtain.name] : [])])],
  };
}

const isSecret = (text: Profile['headers'][string]): text is Secret => typeof text !== 'string';

/** The file that keeps what others have while a run writes; undefined where it only reads. Throws UnacknowledgedHarmError. */
export const openKeptItems = (
  { permit, baseUrl }: Pick<Profile, 'permit' | 'baseUrl'>,
  { acknowledged, stateFolder, demo }: Pick<AuditOptions, 'acknowledged' | 'stateFolder' | 'demo'>,
  startedAt: Date,
): KeptFile | undefined =>
  permit === 'reads'
    ? undefined
    : openKeptFile({
        baseUrl,
        // A demo is a new service, whatever had its port before.
        isSameService: demo === undefined ? isSameOrigin : () => false,
        acknowledged,
        stateFolder,
        startedAt: startedAt.toISOString(),
      });
