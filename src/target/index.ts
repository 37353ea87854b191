/** Who is under test and what may be done to it: flags, profile file and defaults, merged and checked. */
export { type AimOptions, aim } from './aim.js';
export { methodsIn, rateIn } from './courtesy.js';
export type { FileProfile } from './file.js';
export { ProfileError } from './problem.js';
export type * from './profile.js';
export { Secret } from './secret.js';
