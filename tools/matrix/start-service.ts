import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDialectProfile } from '../../src/cli/commands/demo/demo-profile.js';
import { startDemo } from '../../src/demo/start-demo.js';
import { libraryProfile, startLibrary } from '../library-service/start-library.js';
import type { DemoSetup } from './setup.js';

/** A service under proof, and the profile that it is audited with. */
export interface RunningService {
  readonly url: string;
  readonly file: string | undefined;
  /** Things that it still holds. */
  countRemaining(): number;
  close(): Promise<void>;
}

/** The names of sound ways that are no dialects of the demo: the library, as its profile declares it and as its document alone says. */
export const libraryVariants = ['library', 'library-without-a-profile'] as const;

/** Starts what a setup asks for: the demo in its dialects, or the library. */
export async function startAuditedService(
  { dialect, fault, world = [], seed }: DemoSetup,
  folder: string,
): Promise<RunningService> {
  const [way] = dialect;
  if (way === 'library' || way === 'library-without-a-profile') return startLibraryVariant(way === 'library', folder);
  const demo = await startDemo({ dialect, world, seed, ...(fault && { fault: fault.name }) });
  return {
    url: demo.url,
    file: writeDialectProfile(dialect, folder, world),
    countRemaining: demo.orders,
    close: demo.close,
  };
}

async function startLibraryVariant(isDeclared: boolean, folder: string): Promise<RunningService> {
  const library = await startLibrary();
  const file = join(folder, 'library.json');
  if (isDeclared) writeFileSync(file, JSON.stringify(libraryProfile));
  const left = () => Object.values(library.count()).reduce((sum, count) => sum + count, 0);
  return { url: library.url, file: isDeclared ? file : undefined, countRemaining: left, close: library.close };
}
