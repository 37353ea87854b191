import type { Caller } from '../../model/service/caller.js';
import type { ServiceSubject } from '../../model/service/subject.js';
import { defineActionNeed, defineCollectionNeed, type Need } from './need.js';

/** A creation accepts an idempotency key. */
export const idempotencyKeyed = defineCollectionNeed(
  'idempotency key',
  'the place of the idempotency key is not known',
  'idempotency',
  ({ idempotency }) => idempotency !== undefined,
);

/** The idempotency key is sent in a header field, so that any POST can carry one. */
export const idempotencyKeyedByHeader = defineCollectionNeed(
  'idempotency key in a header',
  'no header field for the idempotency key is known',
  'idempotency.in',
  ({ idempotency }) => idempotency?.in === 'header',
);

/** The states of an item are declared. */
export const stateful = defineCollectionNeed(
  'stateful',
  'the states of an item are not declared',
  'resources[].states',
  ({ states, actions }) => states !== undefined && Object.keys(states.transitions).length > 0 && actions.length > 0,
);

/** Some members must have different values in different items. */
export const uniqueMembers = defineCollectionNeed(
  'unique members',
  'no member is declared unique',
  'resources[].create.unique',
  (collection) => collection.unique.length > 0,
);

/** The profile declares request bodies that are well-formed and semantically invalid. */
export const semanticallyInvalidBodies = defineCollectionNeed(
  'semantically invalid bodies',
  'the profile declares no request body that is well-formed and semantically invalid',
  'resources[].semanticInvalid',
  ({ semanticInvalid }) => semanticInvalid.length > 0,
);

/** The profile declares request bodies that conflict with stored data. */
export const conflictingBodies = defineCollectionNeed(
  'conflicting bodies',
  'no conflicting request body is declared',
  'resources[].conflicts',
  ({ conflicts }) => conflicts.length > 0,
);

/** The service requires credentials. */
export const secured = defineCollectionNeed(
  'secured',
  'neither the profile nor the document says that credentials are required',
  'auth.credentials.full',
  ({ isSecured, callers }) => isSecured === true && callers.includes('none'),
);

/** Credentials of another caller are configured. */
export const credentialsFor = (caller: Caller): Need =>
  defineCollectionNeed(
    `callable as ${caller}`,
    `no credentials of the ${callerPhrases[caller]} are configured`,
    `auth.credentials.${caller}`,
    ({ callers }) => callers.includes(caller),
  );

const callerPhrases: Readonly<Record<Caller, string>> = {
  full: 'full caller',
  limited: 'limited caller',
  otherTenant: 'other tenant',
  expired: 'caller with expired credentials',
  none: 'caller without credentials',
  invalid: 'caller with invalid credentials',
};

/** Only the caller who created an item may access it. */
export const privateItems = defineCollectionNeed(
  'private items',
  'items are not declared private',
  'resources[].private',
  ({ isPrivate }) => isPrivate,
);

/** The profile declares which links an item offers in which state. */
export const declaredLinks = defineCollectionNeed(
  'declared links',
  'the links of an item are not declared',
  'links',
  ({ links }) => links !== undefined,
);

/** The profile declares how long a GET of an item may be cached. */
export const declaredFreshness = defineCollectionNeed(
  'declared cache lifetime',
  'no cache lifetime is declared',
  'cache',
  ({ maxAge }) => maxAge !== undefined,
);

/** An earlier audit recorded this collection. */
export const baselineGiven: Need = {
  name: 'baseline',
  reason: 'no survey of an earlier audit was given',
  enable: '--baseline',
  isMet: (subject) => subject.kind === 'service' && subject.baseline !== undefined,
};

/** The record of the action can be read with GET. */
export const readableRecord = defineActionNeed(
  'readable record',
  'no GET on the action',
  'resources[].actions[].readable',
  ({ get }) => Boolean(get),
);

/** The profile declares where the record of the action has its date, reason or author. */
export const declaredRecordFields = defineActionNeed(
  'declared record fields',
  'the fields of the action record are not declared',
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

/** A rate limit is declared, and the profile allows testing it. */
export const declaredRateLimit = defineServiceNeed(
  'declared rate limit',
  'no rate limit is declared that may be tested',
  'rateLimit.limit, with rateLimit.probe: true',
  ({ rateLimit }) => rateLimit !== undefined,
);

/** The profile declares two versions that answer in parallel. */
export const parallelVersions = defineServiceNeed(
  'parallel versions',
  'no two versions are declared',
  'versions',
  ({ versions }) => versions !== undefined,
);

/** At least two collections meet a need. */
export const atLeastTwo = (need: Need): Need =>
  defineServiceNeed(
    `two collections with ${need.name}`,
    `fewer than two collections meet the need "${need.name}"`,
    need.enable,
    ({ collections }) => collections.filter((collection) => need.isMet(collection)).length > 1,
  );
