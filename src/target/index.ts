/** Who is under test and what may be done to it: flags, profile file and defaults, merged and checked. */
export { type AimOptions, aim } from '../profile/load-profile.js';
export { methodsIn, rateIn } from '../profile/request-policy.js';
export type { FileProfile } from '../profile/file/profile-file.js';
export { ProfileError } from '../model/profile/profile-error.js';
export type * from '../model/profile/profile.js';
export { Secret } from '../model/profile/secret.js';
