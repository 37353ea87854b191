import { dirname } from 'node:path';
import type { TlsOptions } from '../../model/access.js';
import type { Profile } from '../../model/profile/profile.js';
import type { Problem } from '../../model/profile/profile-error.js';
import type { Secret } from '../../model/secret.js';
import type { ParsedProfile } from '../file/file-content.js';
import { omitUndefined } from '../knowledge.js';
import type { LoadProfileOptions } from '../load-options.js';
import { listCertificateSecrets, readTls } from './certificates.js';
import { resolveProxies } from './proxies.js';

/** How connections are opened, with the secrets and the problems. */
export interface Connections {
  readonly settings: Pick<Profile, 'tls' | 'isHttp2' | 'proxies'>;
  readonly secrets: readonly Secret[];
  readonly problems: readonly Problem[];
  readonly notes: readonly string[];
}

/** Collects TLS and proxy settings from flags, file and environment; a flag overrides the file. */
export function resolveConnections(options: LoadProfileOptions, read: ParsedProfile | undefined): Connections {
  const { tls, problems } = resolveTls(options, read);
  const proxying = resolveProxies(options.proxy, read, options.env);
  return {
    settings: omitUndefined({
      tls: Object.keys(tls).length > 0 ? tls : undefined,
      isHttp2: options.http2 ?? read?.content.http2,
      proxies: proxying.proxies,
    }),
    secrets: [...listCertificateSecrets(tls), ...proxying.secrets],
    problems: [...problems, ...proxying.problems],
    notes: [...proxying.notes, ...(tls.isInsecure ? [unverifiedNote] : [])],
  };
}

const unverifiedNote =
  'TLS certificates were not verified (--insecure, or tls.insecure), so another server could have answered in place of the service';

function resolveTls({ ca, cert, key, insecure, cwd }: LoadProfileOptions, read: ParsedProfile | undefined) {
  const flagged = readTls(omitUndefined({ ca, cert, key, insecure }), cwd, (name, message) => ({
    file: `--${name}`,
    message,
  }));
  if (!read?.content.tls) return flagged;
  const { source } = read.origin;
  const said = readTls(read.content.tls, dirname(source.path), (name, message) =>
    source.problem(['tls', name], message),
  );
  const usual = flagged.tls.cert === undefined ? said.tls : pickTrust(said.tls);
  return { tls: { ...usual, ...flagged.tls }, problems: [...flagged.problems, ...said.problems] };
}

const pickTrust = ({ ca, isInsecure }: TlsOptions): TlsOptions => omitUndefined({ ca, isInsecure });
