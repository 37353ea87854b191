import {
  assume,
  type Exchange,
  hasStatus,
  InconclusiveError,
  type ServiceSubject,
  type Tools,
  type Versions,
} from '#rule';

/** GET of a path below the base URL of one version. Throws InconclusiveError where that is another origin. */
export async function requestVersion({ http }: Tools, base: string, path: string): Promise<Exchange> {
  try {
    return await http.send({ method: 'GET', path: base + path, headers: { 'cache-control': 'no-cache' } });
  } catch (error) {
    if (error instanceof InconclusiveError) throw error;
    throw new InconclusiveError('setup', `${base} could not be requested: ${(error as Error).message}`);
  }
}

/** The declared versions. Throws InconclusiveError where there are none. */
export function getVersions({ versions }: ServiceSubject): Versions {
  assume(versions !== undefined, 'setup', 'no two versions are declared');
  return versions;
}

/** The paths of the collections that can be listed. */
export const listPaths = ({ collections }: ServiceSubject): string[] =>
  collections.filter(({ list, path }) => list && !path.includes('{')).map(({ path }) => path);

/** The paths that succeed below the base URL: a list that is refused there says nothing about a version. */
export async function listAnsweringPaths({ http }: Tools, paths: readonly string[]): Promise<string[]> {
  const answering: string[] = [];
  for (const path of paths) {
    const look = await http.send({ method: 'GET', path, headers: { 'cache-control': 'no-cache' }, role: 'control' });
    if (hasStatus(look, 2)) answering.push(path);
  }
  return answering;
}
