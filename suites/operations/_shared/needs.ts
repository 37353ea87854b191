import { needs } from '#rule';

/** The operation is a GET that may be called. */
export const calledByGet = needs.defineNeed('operation', {
  name: 'called by GET',
  reason: 'the operation is not a GET, or its words suggest effects',
  enable: '--include',
  isMet: ({ call }) => call.operation.method === 'GET' && call.spared === undefined,
});

/** Something may be read at the address: no word suggests that GET has effects. */
export const openAddress = needs.defineNeed('resource', {
  name: 'open address',
  reason: 'the words of the address suggest effects',
  enable: '--include',
  isMet: ({ operations }) => operations.every(({ spared }) => spared === undefined),
});

/**
 * Values for all parameters are known, so that a read should succeed. The record of an action is there only after the
 * action, and what the survey could not read is not read again.
 */
export const knownAddress = needs.defineNeed('operation', {
  name: 'known address',
  reason: 'no value is known for a parameter of the address, or it could not be read in the survey',
  enable: 'resources[]',
  isMet: ({ call: { role, status = 200 }, resource }) =>
    role !== 'read record' &&
    Math.floor(status / 100) === 2 &&
    resource.values.every(({ source }) => source !== 'invented'),
});

/** The address has a path parameter whose value can be replaced. */
export const addressWithParameter = needs.defineNeed('resource', {
  name: 'address with a parameter',
  reason: 'the last parameter of the path is no segment of its own',
  enable: 'resources[]',
  isMet: ({ name }) => /\{[^{}]+\}/.test(name.split('/').findLast((segment) => segment.includes('{')) ?? ''),
});

/** A request that changes nothing should fail here: with another value in the path, or because there is no GET. */
export const refusingAddress = needs.defineNeed('resource', {
  name: 'refusing address',
  reason: 'no request that changes nothing must fail at the address',
  enable: 'resources[]',
  isMet: (resource) =>
    addressWithParameter.isMet(resource) || addressWithoutGet.isMet(resource) || requiresQuery(resource),
});

/** Whether GET requires a query parameter, so that it must fail without one. */
const requiresQuery = (subject: Parameters<typeof addressWithoutGet.isMet>[0]): boolean =>
  subject.kind === 'resource' && subject.values.some(({ in: place }) => place === 'query');

/** No GET is known at the address. */
export const addressWithoutGet = needs.defineNeed('resource', {
  name: 'address without GET',
  reason: 'there is a GET at the address',
  enable: 'resources[]',
  isMet: ({ operations }) => operations.every(({ operation }) => operation.method !== 'GET'),
});

/** The survey saw an entity tag at the address. */
export const taggedAddress = needs.defineNeed('operation', {
  name: 'tagged address',
  reason: 'no response of the address had an ETag field in the survey',
  enable: 'resources[]',
  isMet: ({ call }) => call.isTagged === true,
});

/** The last path parameter is the id of an item that a list shows, or that the run creates. */
export const addressOfAnItem = needs.defineNeed('resource', {
  name: 'address of an item',
  reason: 'the last parameter of the path is not known to be the id of an item',
  enable: 'resources[]',
  isMet: ({ name, values }) => {
    const last = /\{([^{}]+)\}\/?$/.exec(name)?.[1];
    return values.some((one) => one.name === last && (one.source === 'entry' || one.source === 'created'));
  },
});

/** Credentials are required for the operation, and can be left out. */
export const securedOperation = needs.defineNeed('operation', {
  name: 'secured operation',
  reason: 'neither the profile nor the document says that the operation requires credentials',
  enable: 'auth.credentials.full',
  isMet: ({ call, collection }) =>
    (call.operation.secured ?? collection.isSecured) === true && collection.callers.includes('full'),
});

/** The document describes GET, the survey was answered with 500, and another address could be read. */
export const failedInTheSurvey = needs.defineNeed('operation', {
  name: 'failed in the survey',
  reason: 'no described GET without unknown values returned 500 in the survey while another one succeeded',
  enable: '--openapi',
  isMet: ({ call: { operation, status, owner }, resource: { control, values } }) =>
    status === 500 &&
    owner === undefined &&
    control !== undefined &&
    operation.provenance === 'described' &&
    operation.statuses.some((one) => Math.floor(one / 100) === 2) &&
    values.every(({ source }) => source !== 'invented'),
});
