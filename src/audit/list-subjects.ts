import type { Profile } from '../model/profile/profile.js';
import type { Collection, ResourceSubject, ServiceSubject, Subject } from '../model/service/subject.js';

/** Lists all subjects of rules: each collection, each of their actions, the service, each address and each operation. */
export function listSubjects(
  collections: readonly Collection[],
  resources: readonly ResourceSubject[],
  profile: Pick<Profile, 'baseUrl' | 'versions' | 'rateLimit' | 'baseline'>,
): Subject[] {
  const standing = collections.filter(({ path }) => !path.includes('{'));
  const actions = collections.flatMap((collection) =>
    collection.actions.map(
      (action): Subject => ({ kind: 'action', name: `${collection.name}/${action.name}`, collection, action }),
    ),
  );
  const service: Subject[] =
    standing.length > 0
      ? [{ kind: 'service', name: 'service', collections: standing, ...buildServiceDeclarations(profile) }]
      : [];
  return [...collections, ...actions, ...service, ...resources, ...resources.flatMap(listOperationSubjects)];
}

const listOperationSubjects = (resource: ResourceSubject): Subject[] =>
  resource.operations.map((call) => ({
    kind: 'operation',
    name: call.name,
    call,
    resource,
    collection: resource.collection,
  }));

/** What the profile declares about the service as a whole, and what was observed. */
function buildServiceDeclarations({
  baseUrl,
  versions,
  rateLimit,
  baseline,
}: Pick<Profile, 'baseUrl' | 'versions' | 'rateLimit' | 'baseline'>): Pick<
  ServiceSubject,
  'versions' | 'rateLimit' | 'baseline'
> {
  const { old, new: current } = versions ?? {};
  const { probe, limit, windowMs = 1_000, maxRequests, route, as } = rateLimit ?? {};
  return {
    ...(baseline && { baseline }),
    ...(old && current && { versions: { old: resolveBaseUrl(old, baseUrl), new: resolveBaseUrl(current, baseUrl) } }),
    ...(probe &&
      limit && {
        rateLimit: {
          ...{ limit, windowMs, maxRequests: maxRequests ?? limit * burstFactor },
          ...(route && { route }),
          ...(as && { as }),
        },
      }),
  };
}

/** A base path is resolved against the origin of the base URL. */
const resolveBaseUrl = (path: string, baseUrl: string): string => new URL(path, baseUrl).href.replace(/\/$/, '');

/** Default number of requests by which a burst exceeds a declared limit. */
const burstFactor = 2;
