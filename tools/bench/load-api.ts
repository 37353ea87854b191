/** Loads the public API as users do, from the bundle: it is in a few files, and the modules of the source are in hundreds. */
export const loadApi = (): Promise<typeof import('../../src/index.js')> =>
  import(new URL('../../bundle/src/index.js', import.meta.url).href);
