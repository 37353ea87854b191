import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { writeDialectProfile } from '../../src/cli/commands/demo/demo-profile.js';
import { createDemoCredentials } from '../../src/demo/service/access/callers.js';
import { libraryProfile, startLibrary } from '../../tools/library-service/start-library.js';
import { createTestFolder, startDemoService } from './assay.fixture.js';

/** A service that is there until the test is over, and the profile that declares it. */
export interface DeclaredService {
  readonly target: string;
  readonly file: string;
}

/** Starts the demo in some dialects, with a few orders in it to be read, and to be spared. */
export async function startDemoWithOrders(dialect: readonly string[]): Promise<DeclaredService> {
  const { url } = await startDemoService({ dialect });
  const { token } = createDemoCredentials('bearer').full as { readonly token: string };
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const body = JSON.stringify({ customer: 'Ada', quantity: 1 });
  for (let i = 0; i < 3; i += 1) await fetch(`${url}/orders`, { method: 'POST', headers, body });
  return { target: url, file: writeDialectProfile(dialect, createTestFolder()) };
}

/** Starts the library. */
export async function startLibraryWithProfile(): Promise<DeclaredService> {
  const running = await startLibrary();
  onTestFinished(() => running.close());
  const folder = createTestFolder({ 'profile.json': JSON.stringify(libraryProfile) });
  return { target: running.url, file: join(folder, 'profile.json') };
}
