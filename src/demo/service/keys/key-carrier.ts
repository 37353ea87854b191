/** The header field that carries a key. */
export const keyField = 'Idempotency-Key';

/** The member that carries a key where the content does. */
export const keyMember = 'requestId';

/** Greatest length of a key. */
export const maximumKey = 255;
