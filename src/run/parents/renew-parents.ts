import type { LedgerScope } from '../../ledger/entry.js';
import { hasStatus } from '../../model/exchange.js';
import type { Subject } from '../../model/service/subject.js';
import { getCollection } from '../../model/service/subject-collections.js';
import { type TriedCase, toUndecidedCase } from '../trial/experiment.js';

/**
 * A service may permit one item below each parent: one payment of an order. Then the creations of all cases but the first
 * return 409. Such a case is repeated below new parents, which `create` creates within the items of the case; where
 * this helps, all later cases begin with new ones. So they do when the service has stopped, because then the shared ones may be
 * gone. A case whose new parents cannot be created is undecided.
 */
export function createParentRenewal(
  shared: Subject,
  create: (scope: LedgerScope) => Promise<Subject>,
  hasStopped: () => boolean = () => false,
) {
  let hasHelped: boolean | undefined;
  return {
    /** Runs a case with its scope of the ledger; `attempt` gets the subject below the parents that the case is to use. */
    async tryCase(scope: LedgerScope, attempt: (subject: Subject) => Promise<TriedCase>): Promise<TriedCase> {
      const tried = hasHelped || hasStopped() ? undefined : await attempt(shared);
      if (tried !== undefined && (hasHelped === false || !isParentFull(shared, tried))) return tried;
      let fresh: Subject;
      try {
        fresh = await create(scope);
      } catch (error) {
        return toUndecidedCase(error, []);
      }
      const again = await attempt(fresh);
      if (tried !== undefined) hasHelped ??= !isParentFull(fresh, again);
      return again;
    },
  };
}

export type ParentRenewal = ReturnType<typeof createParentRenewal>;

/** Whether a case is undecided after a creation below a created parent was refused with 409. */
function isParentFull(subject: Subject, { finding, seen }: TriedCase): boolean {
  if (finding.verdict !== 'inconclusive' || subject.kind !== 'collection') return false;
  const { parents, path, creation } = getCollection(subject);
  if (!parents.some(({ place }) => place.startsWith('{'))) return false;
  const isCreation = (exchange: TriedCase['seen'][number]) =>
    exchange.method === 'POST' && exchange.path.split('?')[0] === (creation?.path ?? path);
  return seen.some((exchange) => isCreation(exchange) && hasStatus(exchange, 409));
}
