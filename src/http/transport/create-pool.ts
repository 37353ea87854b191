import { createRequire } from 'node:module';
import type * as Undici from 'undici';
import type { Pool } from 'undici';

const require = createRequire(import.meta.url);

/** Sends requests over connections that it opens and keeps. */
export type RequestPool = Pick<Pool, 'dispatch' | 'close'>;

export const createPool = (origin: string, options: Pool.Options): Pool => new (loadPool())(origin, options);

/** The whole of undici takes three times as long to load as its pool. Its files may move, so it is loaded if this one has. */
function loadPool(): typeof Pool {
  try {
    return require('undici/lib/dispatcher/pool.js');
  } catch {
    return (require('undici') as typeof Undici).Pool;
  }
}
