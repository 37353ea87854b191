/** A reference that no order is ever given: it is the service's own. */
export const reservedReference = 'reserved';

/** A body that conflicts with what is stored, whenever it is sent. */
export const conflictingSample = { customer: 'Ada', quantity: 1, reference: reservedReference };
