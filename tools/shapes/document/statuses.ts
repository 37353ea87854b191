import { isCreatedByPost } from '../design/effects.js';
import type { CollectionFacts, ServiceFacts } from '../facts/facts.js';

/** Statuses of requests to an item that does not exist, or not any more, or below a missing parent. */
export const listMissing = ({ itemPath, design }: CollectionFacts): number[] =>
  itemPath !== undefined && design.choices.removal !== 'none' && design.choices.repeatedRemoval === '410'
    ? [404, 410]
    : [404];

function listPreconditions({ design }: CollectionFacts): number[] {
  const { entityTag, preconditions } = design.choices;
  return [...(entityTag === 'none' ? [] : [412]), ...(preconditions === 'required' ? [428] : [])];
}

/** Statuses of bodies that are refused. */
function listRefusedBodies({ members }: CollectionFacts, { design }: ServiceFacts): number[] {
  const hasConflicts = members.some(({ isUnique, isOrdered }) => isUnique || isOrdered);
  const { invalidStatus, conflictStatus } = design.service;
  return [400, 415, Number(invalidStatus), ...(hasConflicts ? [Number(conflictStatus)] : [])];
}

/** Statuses of creations that are refused. */
export function listRefusedCreations(facts: CollectionFacts, service: ServiceFacts): number[] {
  const { conflictStatus, keyMismatch, idempotency } = service.design.service;
  const isTaking = facts.clientIdMember !== undefined || facts.create?.path === facts.itemPath;
  const isKeyed = idempotency !== 'none' && isCreatedByPost(facts.design.choices);
  return [
    ...listRefusedBodies(facts, service),
    ...(isTaking ? [Number(conflictStatus), ...listPreconditions(facts)] : []),
    ...(isKeyed ? [Number(keyMismatch)] : []),
    ...(facts.parent || facts.create?.path === facts.itemPath ? [404] : []),
  ];
}

/** Statuses of changes that are refused. */
export const listRefusedChanges = (facts: CollectionFacts, service: ServiceFacts): number[] => [
  ...listMissing(facts),
  ...listRefusedBodies(facts, service),
  ...listPreconditions(facts),
  ...(facts.design.choices.states === 'after-action' ? [Number(service.design.service.conflictStatus)] : []),
];

/** Statuses of removals that are refused. */
export function listRefusedRemovals(facts: CollectionFacts, service: ServiceFacts): number[] {
  const isParent = service.collections.some(({ parent }) => parent === facts);
  const hasConflict = facts.archivePath !== undefined || (isParent && facts.design.choices.removalKind !== 'cascades');
  return [
    ...listMissing(facts),
    ...listPreconditions(facts),
    ...(hasConflict ? [Number(service.design.service.conflictStatus)] : []),
  ];
}
