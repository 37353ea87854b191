/** The kit as a library: aim at a service, audit it, read the report. The words for rules of your own are in `assay/rule`. */
export { type AuditOptions, audit } from './audit.js';
export { type AimOptions, aim, type Profile, ProfileError } from './target/index.js';
export type * from './verdict/report.js';
