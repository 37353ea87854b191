import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of this run; each project calls the setup, and the first creates it. */
let folder: string | undefined;

/**
 * Gives all tests of a run one temporary folder of their own, and removes it at the end. A run fails if its tests leave
 * anything there, because it would stay on the machine of every developer.
 */
export default function createOwnTemporaryFolder(): (() => void) | undefined {
  if (folder !== undefined) return undefined;
  const own = mkdtempSync(join(tmpdir(), 'assay-tests-'));
  folder = own;
  process.env.TMPDIR = own;
  return () => {
    const left = readdirSync(own, { recursive: true, encoding: 'utf8' }).sort();
    rmSync(own, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`tests left temporary files behind: ${left.slice(0, 40).join(', ')}`);
  };
}
