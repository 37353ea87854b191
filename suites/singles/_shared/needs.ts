import { needs } from '#rule';

const enable = 'operations.restore';

/** PUT or POST writes the content of a single resource, and the run can restore it. */
export const restorable = needs.defineNeed('resource', {
  name: 'restorable',
  reason: 'no single resource that the run may change and restore',
  enable,
  isMet: ({ single }) => single !== undefined,
});

export const replaceableSingle = needs.defineNeed('resource', {
  name: 'replaceable single resource',
  reason: 'no single resource with PUT that the run may change and restore',
  enable,
  isMet: ({ single }) => single?.replace !== undefined,
});

export const creatableSingle = needs.defineNeed('resource', {
  name: 'creatable single resource',
  reason: 'no single resource with POST and DELETE that the run may change and restore',
  enable,
  isMet: ({ single }) => single?.create !== undefined,
});

export const removableSingle = needs.defineNeed('resource', {
  name: 'removable single resource',
  reason: 'no single resource that the run may delete and create again',
  enable,
  isMet: ({ single }) =>
    single?.remove !== undefined && (single.create !== undefined || single.replace?.statuses.includes(201) === true),
});
