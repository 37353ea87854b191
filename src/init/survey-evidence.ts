import type { Fact } from '../model/service/operation.js';
import type { Collection } from '../model/service/subject.js';

/** What is believed about one thing of a collection, if anything is. */
export const findBelief = ({ facts }: Pick<Collection, 'facts'>, ...abouts: readonly string[]): Fact | undefined => {
  for (const about of abouts) {
    const found = facts.find((fact) => fact.about === about);
    if (found) return found;
  }
  return undefined;
};

/** How sure something is, and where it comes from; the caller is asked to check what was only taken for granted. */
export function describeEvidence(fact: Pick<Fact, 'provenance' | 'evidence'> | undefined): string {
  if (!fact) return 'assumed; check this';
  const { provenance } = fact;
  const evidence = fact.evidence.replaceAll(/\s+/g, ' ').trim().replace(`${provenance}: `, '');
  const place = evidence === '' ? '' : `: ${evidence}`;
  return provenance === 'assumed' ? `assumed${place}; check this` : `${provenance}${place}`;
}

/** Whether something was said or seen, and not only taken for granted. */
export const isFirm = (fact: Fact | undefined): boolean => fact !== undefined && fact.provenance !== 'assumed';
