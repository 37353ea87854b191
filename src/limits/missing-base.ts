import type { Exchange } from '../model/exchange.js';

/** Detects an address at which nothing exists. */
export interface MissingBaseDetector {
  /** Records an exchange. */
  record(exchange: Pick<Exchange, 'method' | 'path' | 'answer'>): void;
  /**
   * Describes what was tried when nothing exists, but for this OpenAPI document; undefined when anything does, or when too little was
   * tried: of a document, at least one of its paths.
   */
  findProblem(document?: FoundDescription): string | undefined;
}

/** Where an OpenAPI document was found, and the paths that it describes. */
interface FoundDescription {
  readonly source: string;
  readonly paths: readonly string[];
}

/** Minimum number of missing paths for a conclusion. */
const minMissing = 3;
/** Maximum number of named requests. */
const maxNamed = 3;

/** The origin in an absolute address: all requests go to one. */
const originPattern = /^https?:\/\/[^/]*/i;

/** Creates a detector without exchanges. */
export function createMissingBaseDetector(): MissingBaseDetector {
  const missing = new Map<string, string>();
  const others = new Set<string>();
  return {
    record({ method, path, answer }) {
      const [place = path] = path.split('?');
      if (answer?.status === 404) missing.set(place, `${method} ${place.replace(originPattern, '') || '/'}`);
      else others.add(place);
    },
    findProblem(document) {
      const isDocument = (path: string) => document?.source.endsWith(path) === true;
      const isTried = (path: string) => [...missing.keys()].some((place) => place.endsWith(path));
      if (document && !document.paths.some(isTried)) return undefined;
      if (missing.size < minMissing || [...others].some((path) => !isDocument(path))) return undefined;
      const tried = [...new Set(missing.values())].sort();
      const more = tried.length - maxNamed;
      const named = tried.slice(0, maxNamed).join(', ');
      return `the server returned 404 for every request: ${named}${more > 0 ? ` and ${more} more` : ''}`;
    },
  };
}
