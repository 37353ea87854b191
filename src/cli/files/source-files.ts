import { readFileSync } from 'node:fs';
import type { RenderOptions } from '../../report/render.js';

/** The files that findings refer to, as formats need them: paths are relative to the current folder. */
export const listSourceFiles = (): RenderOptions => ({ root: process.cwd(), read: readIfPossible });

/** The text of a file; undefined if it cannot be read: a profile can be gone when a report is shown later. */
export function readIfPossible(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
