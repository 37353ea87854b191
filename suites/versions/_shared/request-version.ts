import { assume, type Exchange, http, needs, type Tools } from '#rule';

type ServiceSubject = ReturnType<Tools['subject']['service']>;
type Versions = NonNullable<ServiceSubject['versions']>;

export const parallelVersions = needs.defineNeed('service', {
  name: 'parallel versions',
  reason: 'no two versions are declared',
  enable: 'versions',
  isMet: ({ versions }) => versions !== undefined,
});

/** GET of a path below the base URL of one version, in place of a version at its beginning. */
export async function requestVersion(tools: Tools, base: string, path: string): Promise<Exchange> {
  const { client } = tools;
  const { versions } = tools.subject.service();
  try {
    const place = base + omitVersion(path, versions ? [versions.old, versions.new] : []);
    return await client.send({ method: 'GET', path: place, headers: { 'cache-control': 'no-cache' } });
  } catch (error) {
    const { name, message } = error as Error;
    assume(name === 'InconclusiveError', 'setup', `${base} could not be requested: ${message}`);
    throw error;
  }
}

/** The path without the prefix of a version: a declared one, or a first segment such as v2. */
export function omitVersion(path: string, prefixes: readonly string[]): string {
  const own = prefixes.find((prefix) => prefix.startsWith('/') && path.startsWith(`${prefix}/`));
  if (own !== undefined) return path.slice(own.length);
  return prefixes.some((prefix) => versionPattern.test(prefix)) ? path.replace(versionPrefixPattern, '') : path;
}

const versionPattern = /\/v\d+(\.\d+)*$/;
const versionPrefixPattern = /^\/v\d+(\.\d+)*(?=\/)/;

/** The declared versions. Throws InconclusiveError where there are none. */
export function getVersions({ versions }: ServiceSubject): Versions {
  assume(versions !== undefined, 'setup', 'no two versions are declared');
  return versions;
}

export const listPaths = ({ collections }: ServiceSubject): string[] =>
  collections.filter(({ list, path }) => list && !path.includes('{')).map(({ path }) => path);

/** The paths that succeed below the base URL: a list that is refused there says nothing about a version. */
export async function listAnsweringPaths({ client }: Tools, paths: readonly string[]): Promise<string[]> {
  const answering: string[] = [];
  for (const path of paths) {
    const look = await client.send({ method: 'GET', path, headers: { 'cache-control': 'no-cache' }, role: 'control' });
    if (http.hasStatus(look, 2)) answering.push(path);
  }
  return answering;
}
