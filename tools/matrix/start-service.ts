import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { declareDialects } from '../../src/cli/commands/demo/demo-profile.js';
import { startDemo } from '../../src/demo/start-demo.js';
import { libraryProfile, startLibrary } from '../library-service/start-library.js';
import type { Setup } from './setup.js';

/** A service under proof, and the profile that it is audited with. */
export interface Ground {
  readonly url: string;
  readonly file: string | undefined;
  /** Things that it still holds. */
  left(): number;
  close(): Promise<void>;
}

/** The names of sound ways that are no dialects of the demo: the library, as its profile declares it and as its document alone says. */
export const libraryWays = ['library', 'library-without-a-profile'] as const;

/** Starts what a setup asks for: the demo in its dialects, or the library. */
export async function startGround({ dialect, fault, world = [], seed }: Setup, folder: string): Promise<Ground> {
  const [way] = dialect;
  if (way === 'library' || way === 'library-without-a-profile') return startBooks(way === 'library', folder);
  const demo = await startDemo({ dialect, world, seed, ...(fault && { fault: fault.name }) });
  return { url: demo.url, file: declareDialects(dialect, folder, world), left: demo.orders, close: demo.close };
}

async function startBooks(isDeclared: boolean, folder: string): Promise<Ground> {
  const library = await startLibrary();
  const file = join(folder, 'library.json');
  if (isDeclared) writeFileSync(file, JSON.stringify(libraryProfile));
  const left = () => Object.values(library.count()).reduce((sum, count) => sum + count, 0);
  return { url: library.url, file: isDeclared ? file : undefined, left, close: library.close };
}
