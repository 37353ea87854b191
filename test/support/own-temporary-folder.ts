import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the process notes the folder: each project of Vitest has its own instance of this module. */
const key = Symbol.for('assay: temporary folder of the tests');

const noted = globalThis as { [key]?: string };

/**
 * Gives all tests of a run one temporary folder of their own, and removes it at the end. Each project calls it, and the
 * first creates the folder. A run fails if its tests leave anything there, because it would stay on the machine of every
 * developer.
 */
export default function createOwnTemporaryFolder(): (() => void) | undefined {
  if (noted[key] !== undefined) return undefined;
  const own = mkdtempSync(join(tmpdir(), 'assay-tests-'));
  noted[key] = own;
  process.env.TMPDIR = own;
  return () => {
    delete noted[key];
    const left = readdirSync(own, { recursive: true, encoding: 'utf8' }).sort();
    rmSync(own, { recursive: true, force: true });
    if (left.length === 0) return;
    // Vitest prints errors of a teardown, but ends with 0.
    process.exitCode = 1;
    throw new Error(`tests left temporary files behind: ${left.slice(0, 40).join(', ')}`);
  };
}
