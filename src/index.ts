/** The kit as a library: aim at a service, audit it, read the report. The words for rules of your own are in `assay/rule`. */

export { type AssayOptions, assay } from './api/assay.js';
export { type AuditOptions, audit } from './api/audit.js';
export { type CompareOptions, compare } from './api/compare.js';
export { type MakeProfileOptions as AimOptions, makeProfile as aim, type ProfileDocument } from './api/make-profile.js';
export { MisfitError, merge } from './api/merge.js';
export { type AuditPreview as Foreseeable, DeclinedError as Declined } from './audit/consent.js';
export { UnreachableError as Unreachable } from './http/connectivity.js';
export type { Json } from './model/json.js';
export type { Level } from './model/level.js';
export type { Permission } from './model/permission.js';
export type { Profile } from './model/profile/profile.js';
export { ProfileError } from './model/profile/profile-error.js';
export type { Cause } from './model/result/cause.js';
export type * from './model/result/report.js';
export type { Fact } from './model/service/operation.js';
export { DocumentError as DiscoveryError } from './openapi/document-error.js';
export { type Format, formats, type RenderOptions, render } from './report/render.js';
export { RuleSetError as LawError } from './rule-set/load-rule-set.js';
export type { Change, Comparison, Difference } from './verdict/comparison/compare.js';
