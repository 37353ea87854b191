import { hasStatus } from '../../model/exchange.js';
import type { Subject } from '../../model/service/subject.js';
import { getCollection } from '../../model/service/subject-collections.js';
import { type TriedCase, toUndecidedCase } from '../trial/experiment.js';

/** The items above the subject of a trial, which its cases share. */
export interface CaseParents {
  /** The subject before and after its path was filled in. */
  readonly unbound: Subject;
  readonly shared: Subject;
  /** How often the service had stopped when they were created. */
  readonly stopsBefore: number;
  /** Whether new ones for a case helped where the shared ones were full. */
  hasHelped: boolean | undefined;
}

/**
 * Runs a case below the parents of its trial. A service may permit one item below each parent: one payment of an order. Then the
 * creations of all cases but the first return 409. Such a case is repeated below new parents, which `create` creates within the items of
 * the case; where this helps, all later cases begin with new ones. So they do when the service has stopped (`stops` says how often),
 * because then the shared ones may be gone. A case whose new parents cannot be created is undecided.
 */
export async function tryBelowParents(
  parents: CaseParents,
  stops: number,
  {
    create,
    attempt,
  }: { readonly create: () => Promise<Subject>; readonly attempt: (subject: Subject) => Promise<TriedCase> },
): Promise<TriedCase> {
  const { shared, stopsBefore } = parents;
  const tried = parents.hasHelped || stops > stopsBefore ? undefined : await attempt(shared);
  if (tried !== undefined && (parents.hasHelped === false || !isParentFull(shared, tried))) return tried;
  let fresh: Subject;
  try {
    fresh = await create();
  } catch (error) {
    return toUndecidedCase(error, []);
  }
  const again = await attempt(fresh);
  if (tried !== undefined) parents.hasHelped ??= !isParentFull(fresh, again);
  return again;
}

/** Whether a case is undecided after a creation below a created parent was refused with 409. */
function isParentFull(subject: Subject, { finding, seen }: TriedCase): boolean {
  if (finding.verdict !== 'inconclusive' || subject.kind !== 'collection') return false;
  const { parents, path, creation } = getCollection(subject);
  if (!parents.some(({ place }) => place.startsWith('{'))) return false;
  const place = creation?.path ?? path;
  return seen.some((one) => one.method === 'POST' && one.path.split('?')[0] === place && hasStatus(one, 409));
}
