export const reservedReference = 'reserved';

/** A body that always conflicts with stored orders. */
export const conflictingSample = { customer: 'Ada', quantity: 1, reference: reservedReference };
