import type { Profile } from '../../../model/profile/profile.js';
import type { AccessFlags } from '../../options/access-options.js';
import { quoteForShell } from '../clean/describe-cleanup.js';

/** The arguments that a run needs besides the profile that was written with them; a secret is not repeated. */
export function listAccessArguments(flags: AccessFlags, headers: Profile['headers']): string[] {
  const { authFile, ca = [], cert, key, insecure, http2, proxy, tokenEnv } = flags;
  const files = [
    ['--auth-file', authFile],
    ...ca.map((file) => ['--ca', file]),
    ['--cert', cert],
    ['--key', key],
    ['--proxy', proxy],
  ];
  const secret = tokenEnv === undefined ? Object.keys(headers).filter((name) => typeof headers[name] !== 'string') : [];
  return [
    ...secret.map((name) => `--header '${name}: …'`),
    ...files.flatMap(([name = '', value]) => (value === undefined ? [] : [name, quoteForShell(value)])),
    ...(insecure ? ['--insecure'] : []),
    ...(http2 ? ['--http2'] : []),
  ];
}
