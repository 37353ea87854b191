import type { Fact } from '../model/service/operation.js';
import type { Collection } from '../model/service/subject.js';

/** The fact about one property of a collection, if there is any. */
export const findBelief = ({ facts }: Pick<Collection, 'facts'>, ...abouts: readonly string[]): Fact | undefined => {
  for (const about of abouts) {
    const found = facts.find((fact) => fact.about === about);
    if (found) return found;
  }
  return undefined;
};

/** Describes provenance and certainty; the user is asked to check an assumption. */
export function describeEvidence(fact: Pick<Fact, 'provenance' | 'evidence'> | undefined): string {
  if (!fact) return 'assumed; check this';
  const { provenance } = fact;
  const evidence = fact.evidence.replaceAll(/\s+/g, ' ').trim().replace(`${provenance}: `, '');
  const place = evidence === '' ? '' : `: ${evidence}`;
  return provenance === 'assumed' ? `assumed${place}; check this` : `${provenance}${place}`;
}

/** Whether a fact was described or observed, and not only assumed. */
export const isFirm = (fact: Fact | undefined): boolean => fact !== undefined && fact.provenance !== 'assumed';
