export const keyField = 'Idempotency-Key';

export const keyMember = 'requestId';

export const maximumKey = 255;
