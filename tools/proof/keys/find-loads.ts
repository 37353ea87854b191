/** What a file loads when it runs. */
export interface Loads {
  /** Modules, as an import names them. Types are erased, so they are none. */
  readonly modules: readonly string[];
  /** Files that are named by a URL beside the module: read, or started as a process. */
  readonly urls: readonly string[];
}

const importPattern =
  /^(?:import|export)\s+(?!type\s)(?:[^'";]*?\sfrom\s+)?'([^']+)'|\b(?:import|require)\('([^']+)'\)/gm;
const urlPattern = /\bnew URL\(\s*(?:'([^']+)'|`([^`$]*\/)[^`]*`),\s*import\.meta\.url,?\s*\)/g;

/** Finds what a TypeScript or JavaScript file loads; of a URL with an inserted name, the folder. */
export function findLoads(text: string): Loads {
  return {
    modules: [...text.matchAll(importPattern)].map(([, plain, dynamic]) => plain ?? dynamic ?? ''),
    urls: [...text.matchAll(urlPattern)].map(([, plain, folder]) => plain ?? folder ?? ''),
  };
}
