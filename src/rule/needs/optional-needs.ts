import type { Caller } from '../../model/service/caller.js';
import { defineNeed, type Need } from './need.js';

/** A creation accepts an idempotency key. */
export const idempotencyKeyed = defineNeed('collection', {
  name: 'idempotency key',
  reason: 'the place of the idempotency key is not known',
  enable: 'idempotency',
  isMet: ({ idempotency }) => idempotency !== undefined,
});

/** The states of an item are declared. */
export const stateful = defineNeed('collection', {
  name: 'stateful',
  reason: 'the states of an item are not declared',
  enable: 'resources[].states',
  isMet: ({ states, actions }) =>
    states !== undefined && Object.keys(states.transitions).length > 0 && actions.length > 0,
});

/** The service requires credentials. */
export const secured = defineNeed('collection', {
  name: 'secured',
  reason: 'neither the profile nor the document says that credentials are required',
  enable: 'auth.credentials.full',
  isMet: ({ isSecured, callers }) => isSecured === true && callers.includes('none'),
});

/** Credentials of another caller are configured. */
export const credentialsFor = (caller: Caller): Need =>
  defineNeed('collection', {
    name: `callable as ${caller}`,
    reason: `no credentials of the ${callerPhrases[caller]} are configured`,
    enable: `auth.credentials.${caller}`,
    isMet: ({ callers }) => callers.includes(caller),
  });

/** The parameter for the page size is known. */
export const pageSizeParameter = defineNeed('collection', {
  name: 'page size parameter',
  reason: 'the parameter for the page size is not known',
  enable: 'resources[].pagination.params.size',
  isMet: ({ pagination }) => pagination.style !== 'none' && pagination.params.size !== undefined,
});

/** Pages are requested with a cursor, or by following links. */
export const cursorPaged = defineNeed('collection', {
  name: 'cursor paging',
  reason: 'pages are not requested by cursor',
  enable: 'resources[].pagination.style',
  isMet: ({ pagination }) => pagination.style === 'cursor' || pagination.style === 'link',
});

const callerPhrases: Readonly<Record<Caller, string>> = {
  full: 'full caller',
  limited: 'limited caller',
  otherTenant: 'other tenant',
  expired: 'caller with expired credentials',
  wrongPassword: 'user with a wrong password',
  none: 'caller without credentials',
  invalid: 'caller with invalid credentials',
};
