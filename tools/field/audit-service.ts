import { join } from 'node:path';
import type { AuditOptions } from '../../src/audit/options.js';
import { audit } from '../../src/audit.js';
import type { Json } from '../../src/model/json.js';
import type { Report } from '../../src/model/result/report.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { draftService } from './draft-service.js';
import { repositoryRoot } from './repository-root.js';
import type { AuditSettings, FieldService, Mode, RunningService, StartOptions } from './service.js';

/** A report, and the lists of the service before and after the audit. */
export interface ServiceAudit {
  readonly report: Report;
  readonly before: readonly Json[];
  readonly after: readonly Json[];
}

/** What differs from the definition of the service. */
export interface AuditVariation extends Partial<AuditSettings> {
  readonly start?: StartOptions;
  /** Where tape, ledger and report are written. */
  readonly files?: AuditOptions['files'];
}

/** Starts a service and audits it as `assay run` would, in a mode that the service defines. */
export async function auditService(
  service: FieldService,
  mode: Mode,
  { start, files, ...varied }: AuditVariation = {},
): Promise<ServiceAudit> {
  const settings = service.audits[mode];
  if (settings === undefined) throw new Error(`${service.name} has no mode ${mode}`);
  const { seed, ...options } = { ...settings, ...varied };
  const running = await service.start(start);
  try {
    const before = await fetchLists(service, running);
    const cwd = join(repositoryRoot, 'test/field');
    const given = { cwd, env: running.env ?? {}, baseUrl: running.url, ...options };
    const profile = await loadProfile(mode === 'draft' ? { ...given, file: await draftService(given) } : given);
    const report = await audit(profile, { seed, ...(files && { files }) });
    return { report, before, after: await fetchLists(service, running) };
  } finally {
    await running.close();
  }
}

const fetchLists = ({ lists, headers }: FieldService, { url, env }: RunningService): Promise<Json[]> =>
  Promise.all(
    lists.map(async (path) => {
      const response = await fetch(url + path, { headers: headers?.(env) ?? {} });
      if (!response.ok) throw new Error(`GET ${path} was answered with ${response.status}`);
      return (await response.json()) as Json;
    }),
  );
