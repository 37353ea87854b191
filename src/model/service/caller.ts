/**
 * Who sends a request: the callers whose credentials the profile knows, nobody (`none`), and somebody whose credentials
 * were made up in the form of the real ones (`invalid`).
 */
export type Caller = 'full' | 'limited' | 'otherTenant' | 'expired' | 'none' | 'invalid';
