/** The header field of a key. */
export const keyField = 'Idempotency-Key';

/** The member of a key in the content. */
export const keyMember = 'requestId';

/** Maximum length of a key. */
export const maximumKey = 255;
