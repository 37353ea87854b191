/** The kit as a library: aim at a service, audit it, read the report. The words for rules of your own are in `assay/rule`. */
export { Declined, type Foreseeable } from './audit/consent.js';
export { DiscoveryError } from './discovery/index.js';
export { Unreachable } from './http/index.js';
export { LawError } from './rule-set/load-rule-set.js';
export { type AimOptions, aim, type ProfileDocument } from './api/make-profile.js';
export { type AssayOptions, assay } from './api/assay.js';
export { type AuditOptions, audit } from './api/audit.js';
export { type CompareOptions, compare } from './api/compare.js';
export { MisfitError, merge } from './api/merge.js';
export { type Format, formats, type RenderOptions, render } from './report/render.js';
export type { Cause, Fact, Json, Level, Permission } from './rule/index.js';
export { type Profile, ProfileError } from './target/index.js';
export type { Change, Comparison, Difference } from './verdict/comparison/compare.js';
export type * from './model/result/report.js';
