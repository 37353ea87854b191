import { relative } from 'node:path';

/** A path as a user of a folder writes it: relative to the folder if it is below it. */
export function shortenPath(path: string, folder = ''): string {
  const short = relative(folder, path);
  return short === '' || short.startsWith('..') ? path : short;
}
