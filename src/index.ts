/** Public API for programs: make a profile, audit a service, read the report. The API for rule authors is `assay/rule`. */

export { type AssayOptions, assay } from './api/assay.js';
export { type AuditOptions, audit } from './api/audit.js';
export { type CompareOptions, compare } from './api/compare.js';
export { defineConfig } from './api/define-config.js';
export { type MakeProfileOptions as AimOptions, makeProfile as aim, type ProfileDocument } from './api/make-profile.js';
export { MisfitError, merge } from './api/merge.js';
export { type AuditPreview as Foreseeable, DeclinedError } from './audit/consent.js';
export { UnreachableError } from './http/connectivity.js';
export type { Json } from './model/json.js';
export type { Permission } from './model/permission.js';
export type { CredentialsByCaller, Hooks, RequestToSign } from './model/profile/hooks.js';
export type { Profile } from './model/profile/profile.js';
export { ProfileError } from './model/profile/profile-error.js';
export type { Cause } from './model/result/cause.js';
export type { Level } from './model/result/clause.js';
export type * from './model/result/report.js';
export type { Fact } from './model/service/operation.js';
export { DocumentError } from './openapi/document-error.js';
export { type Format, formats } from './report/formats.js';
export { type RenderOptions, render } from './report/render.js';
export { RuleSetError } from './rule-set/load-rule-set.js';
export type { Change, Comparison, Difference } from './verdict/comparison/compare.js';
