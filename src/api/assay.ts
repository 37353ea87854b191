import type { Report } from '../model/result/report.js';
import { type AuditOptions, audit } from './audit.js';
import { type AimOptions, aim } from './make-profile.js';

/** Everything that may be said of an audit in one call. */
export interface AssayOptions extends AimOptions, Omit<AuditOptions, 'baseline'> {}

/** Aims and audits in one call. Throws what {@link aim} and {@link audit} throw. */
export async function assay(options: AssayOptions): Promise<Report> {
  return audit(await aim(options), options);
}
