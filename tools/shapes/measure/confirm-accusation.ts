import type { CollectionFacts, ServiceFacts } from '../facts/facts.js';
import { compileTemplate } from '../facts/match-path.js';
import type { Fault } from '../faults/fault.js';
import { matchesRule } from './promises/broken-promise.js';
import { collectionPromises } from './promises/collection-promises.js';
import { faultPromises } from './promises/fault-promises.js';
import { servicePromises } from './promises/service-promises.js';

/** A rule that the kit calls violated, and on what: `service`, the name of a collection, or an operation. */
export interface Accusation {
  readonly rule: string;
  readonly subject: string;
}

/** A promise that a service does not keep. */
export interface BrokenPromise {
  /** Ids of rules with this promise; `*` stands for any text. */
  readonly rules: readonly string[];
  /** The collection whose operations break it; undefined: any of the service. */
  readonly collection: CollectionFacts | undefined;
  readonly because: string;
}

/** The promises that the design of a service, or its fault, breaks. */
export function listBrokenPromises(facts: ServiceFacts, fault: Fault | undefined): BrokenPromise[] {
  const { service } = facts.design;
  const ofService = servicePromises
    .filter(({ isBroken }) => isBroken(service, facts))
    .map(({ rules, because }) => ({ rules, because, collection: undefined }));
  const ofCollections = facts.collections.flatMap((collection) =>
    collectionPromises
      .filter(({ isBroken }) => isBroken(collection.design.choices, collection, facts))
      .map(({ rules, because }) => ({ rules, because, collection })),
  );
  return [...ofService, ...ofCollections, ...(fault ? [describeFault(fault)] : [])];
}

function describeFault({ name, clauses }: Fault): BrokenPromise {
  const rules = faultPromises[name]?.split(' ') ?? [];
  return { rules, collection: undefined, because: `fault ${name}, clauses ${clauses.join(', ')}` };
}

/** Whether the design of a service, or its fault, breaks the promise of a rule that the kit reports as violated. */
export function confirmAccusation(
  { rule, subject }: Accusation,
  facts: ServiceFacts,
  fault: Fault | undefined,
): boolean {
  const named = facts.collections.filter((collection) => isNamed(subject, collection));
  return listBrokenPromises(facts, fault).some(
    ({ rules, collection }) => matchesRule(rule, rules) && (collection === undefined || named.includes(collection)),
  );
}

/** Whether a subject is the whole service, a collection, or an operation or an action of it. */
function isNamed(subject: string, collection: CollectionFacts): boolean {
  if (subject === 'service') return true;
  const { listPath, itemPath, create, action, archivePath, plural, singular } = collection;
  const path = /^(?:[A-Z]+ )?(\/[^?]*)/.exec(subject)?.[1];
  // The kit names a collection by the last segment of its list, or by the one before the id of its items.
  const names = [plural, singular, /([^/{}]+)\/\{[^{]*$/.exec(itemPath ?? '')?.[1]];
  if (path === undefined) return subject.split(/[^\w-]+/).some((word) => names.includes(word));
  const paths = [listPath, itemPath, create?.path, action?.path, archivePath];
  return paths.some((one) => one !== undefined && compileTemplate(one).match(path) !== undefined);
}
