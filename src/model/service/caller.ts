/**
 * The sender of a request: the callers with credentials in the profile, no credentials (`none`), or invented ones in
 * the same format (`invalid`).
 */
export type Caller = 'full' | 'limited' | 'otherTenant' | 'expired' | 'none' | 'invalid';
