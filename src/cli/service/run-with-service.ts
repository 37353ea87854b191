import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import type { StartedProcess } from '../../limits/health.js';
import type { Profile } from '../../model/profile/profile.js';
import { UsageError } from '../../model/profile/usage-error.js';
import { profileNames } from '../../profile/file/profile-file.js';
import type { ServiceFlags } from '../options/service-options.js';
import { redactBaseUrl } from '../terminal/printable-base-url.js';
import { startService } from './start-service.js';

/** Seconds in which a service must be ready, by default. */
const usualTimeoutSeconds = 60;

/** Returns the base URL of a service that is started here: the given one, that of the profile, or a free port of this machine. */
export async function chooseBaseUrl(
  baseUrl: string | undefined,
  { profile }: { readonly profile?: string },
): Promise<{ readonly baseUrl?: string; readonly env: Record<string, string> }> {
  if (baseUrl !== undefined) return { baseUrl, env: {} };
  if (profile !== undefined || profileNames.some((name) => existsSync(name))) return { env: {} };
  const port = await findFreePort();
  return { baseUrl: `http://127.0.0.1:${port}`, env: { PORT: String(port) } };
}

/** Starts the service that flags or profile name, runs `go` with its process, and stops it whatever happens. Throws UsageError or UnreachableError. */
export async function runWithService<T>(
  profile: Profile,
  { exec, reuse, execTimeout }: ServiceFlags,
  env: Readonly<Record<string, string>>,
  go: (process: StartedProcess | undefined) => Promise<T>,
): Promise<T> {
  const command = typeof exec === 'string' ? exec : profile.exec?.command;
  if (command === undefined)
    throw new UsageError('--exec: give the command that starts the service, or exec.command in the profile');
  process.stderr.write(`assay: starting ${JSON.stringify(command)} for ${redactBaseUrl(profile)}\n`);
  const service = await startService({
    command,
    baseUrl: profile.baseUrl,
    env,
    mayReuse: reuse ?? profile.exec?.reuse ?? false,
    timeoutMs: (execTimeout ?? profile.exec?.timeout ?? usualTimeoutSeconds) * 1_000,
  });
  try {
    return await go(service.process);
  } finally {
    await service.stop();
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
