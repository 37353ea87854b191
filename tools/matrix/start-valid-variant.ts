import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { libraryProfile, startLibrary } from '../library-service/start-library.js';
import { startDemoService } from './start-demo-service.js';
import type { RunningService, StartService } from './start-service.js';

/** Starts a valid variant: the demo in its dialects, or the library. */
export const startValidVariant: StartService = async (setup, folder) => {
  const [variant] = setup.dialect;
  if (variant === 'library') return startLibraryVariant(true, folder);
  if (variant === 'library-without-a-profile') return startLibraryVariant(false, folder);
  return startDemoService(setup, folder);
};

async function startLibraryVariant(isDeclared: boolean, folder: string): Promise<RunningService> {
  const library = await startLibrary();
  const file = join(folder, 'library.json');
  if (isDeclared) writeFileSync(file, JSON.stringify(libraryProfile));
  const countRemaining = () => Object.values(library.count()).reduce((sum, count) => sum + count, 0);
  return { url: library.url, file: isDeclared ? file : undefined, countRemaining, close: library.close };
}
