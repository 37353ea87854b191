import type { Caller } from '../../model/service/caller.js';
import type { ServiceSubject } from '../../model/service/subject.js';
import { type Need, ofAction, ofCollection } from './need.js';

/** A creation takes an idempotency key. */
export const keyed = ofCollection(
  'keyed',
  'no place for an idempotency key is known',
  'idempotency',
  ({ idempotency }) => idempotency !== undefined,
);

/** Keys travel in a header field, so that any POST can carry one. */
export const keyedByHeader = ofCollection(
  'keyedByHeader',
  'no header field for an idempotency key is known',
  'idempotency.in',
  ({ idempotency }) => idempotency?.in === 'header',
);

/** The life of an item is declared. */
export const stateful = ofCollection(
  'stateful',
  'the states of an item are not declared',
  'resources[].states',
  ({ states, actions }) => states !== undefined && Object.keys(states.transitions).length > 0 && actions.length > 0,
);

/** Members are known whose values must differ between items. */
export const unique = ofCollection(
  'unique',
  'no member is declared unique',
  'resources[].create.unique',
  (collection) => collection.unique.length > 0,
);

/** Bodies are declared that mean nothing valid. */
export const vouched = ofCollection(
  'vouched',
  'the profile vouches for no body that is well-formed and invalid in meaning',
  'resources[].semanticInvalid',
  ({ semanticInvalid }) => semanticInvalid.length > 0,
);

/** Bodies are declared that conflict with what is stored. */
export const conflicting = ofCollection(
  'conflicting',
  'no conflicting body is declared',
  'resources[].conflicts',
  ({ conflicts }) => conflicts.length > 0,
);

/** Credentials are asked for. */
export const secured = ofCollection(
  'secured',
  'nothing says that credentials are asked for',
  'auth.credentials.full',
  ({ isSecured, callers }) => isSecured === true && callers.includes('none'),
);

/** Credentials of another caller are known. */
export const callable = (caller: Caller): Need =>
  ofCollection(
    `callable as ${caller}`,
    `no credentials of the ${spoken[caller]} are known`,
    `auth.credentials.${caller}`,
    ({ callers }) => callers.includes(caller),
  );

const spoken: Readonly<Record<Caller, string>> = {
  full: 'full caller',
  limited: 'limited caller',
  otherTenant: 'other tenant',
  expired: 'caller whose time is over',
  none: 'caller without a name',
  invalid: 'made-up caller',
};

/** Items are for the caller who made them only. */
export const ownPrivate = ofCollection(
  'private',
  'items are not declared private',
  'resources[].private',
  ({ isPrivate }) => isPrivate,
);

/** Which links an item offers in which state is declared. */
export const linking = ofCollection(
  'linking',
  'the links of an item are not declared',
  'links',
  ({ links }) => links !== undefined,
);

/** GET of an item is declared fresh for a time. */
export const lasting = ofCollection(
  'lasting',
  'no freshness is declared',
  'cache',
  ({ maxAge }) => maxAge !== undefined,
);

/** An earlier audit saw this collection. */
export const remembered: Need = {
  name: 'remembered',
  reason: 'no earlier survey was given',
  enable: '--baseline',
  isMet: (subject) => subject.kind === 'service' && subject.baseline !== undefined,
};

/** The record of the action can be read. */
export const recorded = ofAction('recorded', 'no GET on the action', 'resources[].actions[].readable', ({ get }) =>
  Boolean(get),
);

/** Where the record of the action carries its date, reason or author is declared. */
export const detailed = ofAction(
  'detailed',
  'the fields of the record are not declared',
  'resources[].actions[].fields',
  ({ fields }) => fields !== undefined && Object.keys(fields).length > 0,
);

const ofService = (name: string, reason: string, enable: string, has: (service: ServiceSubject) => boolean): Need => ({
  name,
  reason,
  enable,
  isMet: (subject) => subject.kind === 'service' && has(subject),
});

/** A limit on requests is declared, and may be tried. */
export const limited = ofService(
  'limited',
  'no rate limit is declared that may be tried',
  'rateLimit.limit, with rateLimit.probe: true',
  ({ rateLimit }) => rateLimit !== undefined,
);

/** Two versions are declared to answer in parallel. */
export const versioned = ofService(
  'versioned',
  'no two versions are declared',
  'versions',
  ({ versions }) => versions !== undefined,
);

/** There are at least two collections of a kind. */
export const atLeastTwo = (need: Need): Need =>
  ofService(
    `two that are ${need.name}`,
    `fewer than two collections are ${need.name}`,
    need.enable,
    ({ collections }) => collections.filter((collection) => need.isMet(collection)).length > 1,
  );
