import { readFileSync } from 'node:fs';
import type { RenderOptions } from '../../report/render.js';

/** The files that findings refer to, as formats need them: paths are relative to the current folder. */
export const listSourceFiles = (report: string): RenderOptions => ({
  root: process.cwd(),
  report,
  read: readSource,
});

/** A profile or a document can be gone when a report is shown later; then its lines are not known. */
function readSource(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
