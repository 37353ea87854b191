import type { Caller } from '../../model/service/caller.js';
import type { ServiceSubject } from '../../model/service/subject.js';
import { defineActionNeed, defineCollectionNeed, type Need } from './need.js';

/** A creation takes an idempotency key. */
export const idempotencyKeyed = defineCollectionNeed(
  'keyed',
  'no place for an idempotency key is known',
  'idempotency',
  ({ idempotency }) => idempotency !== undefined,
);

/** Keys travel in a header field, so that any POST can carry one. */
export const idempotencyKeyedByHeader = defineCollectionNeed(
  'keyedByHeader',
  'no header field for an idempotency key is known',
  'idempotency.in',
  ({ idempotency }) => idempotency?.in === 'header',
);

/** The life of an item is declared. */
export const stateful = defineCollectionNeed(
  'stateful',
  'the states of an item are not declared',
  'resources[].states',
  ({ states, actions }) => states !== undefined && Object.keys(states.transitions).length > 0 && actions.length > 0,
);

/** Members are known whose values must differ between items. */
export const uniqueMembers = defineCollectionNeed(
  'unique',
  'no member is declared unique',
  'resources[].create.unique',
  (collection) => collection.unique.length > 0,
);

/** Bodies are declared that mean nothing valid. */
export const semanticallyInvalidBodies = defineCollectionNeed(
  'vouched',
  'the profile vouches for no body that is well-formed and invalid in meaning',
  'resources[].semanticInvalid',
  ({ semanticInvalid }) => semanticInvalid.length > 0,
);

/** Bodies are declared that conflict with what is stored. */
export const conflictingBodies = defineCollectionNeed(
  'conflicting',
  'no conflicting body is declared',
  'resources[].conflicts',
  ({ conflicts }) => conflicts.length > 0,
);

/** Credentials are asked for. */
export const secured = defineCollectionNeed(
  'secured',
  'nothing says that credentials are asked for',
  'auth.credentials.full',
  ({ isSecured, callers }) => isSecured === true && callers.includes('none'),
);

/** Credentials of another caller are known. */
export const credentialsFor = (caller: Caller): Need =>
  defineCollectionNeed(
    `callable as ${caller}`,
    `no credentials of the ${callerPhrases[caller]} are known`,
    `auth.credentials.${caller}`,
    ({ callers }) => callers.includes(caller),
  );

const callerPhrases: Readonly<Record<Caller, string>> = {
  full: 'full caller',
  limited: 'limited caller',
  otherTenant: 'other tenant',
  expired: 'caller whose time is over',
  none: 'caller without a name',
  invalid: 'made-up caller',
};

/** Items are for the caller who made them only. */
export const privateItems = defineCollectionNeed(
  'private',
  'items are not declared private',
  'resources[].private',
  ({ isPrivate }) => isPrivate,
);

/** Which links an item offers in which state is declared. */
export const declaredLinks = defineCollectionNeed(
  'linking',
  'the links of an item are not declared',
  'links',
  ({ links }) => links !== undefined,
);

/** GET of an item is declared fresh for a time. */
export const declaredFreshness = defineCollectionNeed(
  'lasting',
  'no freshness is declared',
  'cache',
  ({ maxAge }) => maxAge !== undefined,
);

/** An earlier audit saw this collection. */
export const baselineGiven: Need = {
  name: 'remembered',
  reason: 'no earlier survey was given',
  enable: '--baseline',
  isMet: (subject) => subject.kind === 'service' && subject.baseline !== undefined,
};

/** The record of the action can be read. */
export const readableRecord = defineActionNeed(
  'recorded',
  'no GET on the action',
  'resources[].actions[].readable',
  ({ get }) => Boolean(get),
);

/** Where the record of the action carries its date, reason or author is declared. */
export const declaredRecordFields = defineActionNeed(
  'detailed',
  'the fields of the record are not declared',
  'resources[].actions[].fields',
  ({ fields }) => fields !== undefined && Object.keys(fields).length > 0,
);

const defineServiceNeed = (
  name: string,
  reason: string,
  enable: string,
  has: (service: ServiceSubject) => boolean,
): Need => ({
  name,
  reason,
  enable,
  isMet: (subject) => subject.kind === 'service' && has(subject),
});

/** A limit on requests is declared, and may be tried. */
export const declaredRateLimit = defineServiceNeed(
  'limited',
  'no rate limit is declared that may be tried',
  'rateLimit.limit, with rateLimit.probe: true',
  ({ rateLimit }) => rateLimit !== undefined,
);

/** Two versions are declared to answer in parallel. */
export const parallelVersions = defineServiceNeed(
  'versioned',
  'no two versions are declared',
  'versions',
  ({ versions }) => versions !== undefined,
);

/** There are at least two collections of a kind. */
export const atLeastTwo = (need: Need): Need =>
  defineServiceNeed(
    `two that are ${need.name}`,
    `fewer than two collections are ${need.name}`,
    need.enable,
    ({ collections }) => collections.filter((collection) => need.isMet(collection)).length > 1,
  );
