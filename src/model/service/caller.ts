/**
 * The sender of a request: the callers with credentials in the profile (`wrongPassword` is a user of the service with a wrong
 * secret; where none is declared, it is the full caller with another end of its token), no credentials (`none`), or invented
 * ones in the same format (`invalid`).
 */
export type Caller = 'full' | 'limited' | 'otherTenant' | 'expired' | 'wrongPassword' | 'none' | 'invalid';
