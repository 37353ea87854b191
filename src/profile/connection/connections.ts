import { dirname } from 'node:path';
import type { Tls } from '../../model/profile/access.js';
import type { Profile } from '../../model/profile/profile.js';
import type { Problem } from '../../model/profile/profile-error.js';
import type { Secret } from '../../model/profile/secret.js';
import type { ReadProfile } from '../file/file-content.js';
import { defined } from '../knowledge.js';
import type { AimOptions } from '../load-options.js';
import { readTls, secretsInCertificate } from './certificates.js';
import { proxiesOf } from './proxies.js';

/** How connections are made, the secrets in it, and what is wrong with it. */
export interface Connections {
  readonly known: Pick<Profile, 'tls' | 'proxies'>;
  readonly secrets: readonly Secret[];
  readonly problems: readonly Problem[];
  readonly notes: readonly string[];
}

/** Gathers TLS and proxies from flags, file and environment; a flag wins over the file. */
export function connectionsOf(options: AimOptions, read: ReadProfile | undefined): Connections {
  const { tls, problems } = tlsOf(options, read);
  const proxying = proxiesOf(options.proxy, read, options.env);
  return {
    known: defined({ tls: Object.keys(tls).length > 0 ? tls : undefined, proxies: proxying.proxies }),
    secrets: [...secretsInCertificate(tls), ...proxying.secrets],
    problems: [...problems, ...proxying.problems],
    notes: [...proxying.notes, ...(tls.isInsecure ? [unverified] : [])],
  };
}

const unverified =
  'certificates were not verified (--insecure, or tls.insecure): somebody between us and the service could have answered in its place';

function tlsOf({ ca, cert, key, insecure, cwd }: AimOptions, read: ReadProfile | undefined) {
  const flagged = readTls(defined({ ca, cert, key, insecure }), cwd, (name, message) => ({
    file: `--${name}`,
    message,
  }));
  if (!read?.said.tls) return flagged;
  const { source } = read.origin;
  const said = readTls(read.said.tls, dirname(source.path), (name, message) => source.problem(['tls', name], message));
  const usual = flagged.tls.cert === undefined ? said.tls : trustIn(said.tls);
  return { tls: { ...usual, ...flagged.tls }, problems: [...flagged.problems, ...said.problems] };
}

const trustIn = ({ ca, isInsecure }: Tls): Tls => defined({ ca, isInsecure });
