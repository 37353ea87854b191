import type { Report } from '../model/result/report.js';
import { type AuditOptions, audit } from './audit.js';
import { type MakeProfileOptions, makeProfile } from './make-profile.js';

/** All options of an audit in one call. */
export interface AssayOptions extends MakeProfileOptions, Omit<AuditOptions, 'baseline'> {}

/** Makes a profile from options and audits the service. Throws what {@link makeProfile} and {@link audit} throw. */
export async function assay(options: AssayOptions): Promise<Report> {
  return audit(await makeProfile(options), options);
}
