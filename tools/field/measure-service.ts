import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AuditVariation, auditService } from './audit-service.js';
import { listKnownViolations, readKnownViolations } from './known-violations.js';
import { type FieldTable, measureAudit } from './measure-audit.js';
import type { FieldService, Mode } from './service.js';

/** Audits a service in each of its modes; with `reports`, the files of each audit are written to a folder below it. */
export async function measureService(
  service: FieldService,
  { reports, varied }: { readonly reports?: string | undefined; readonly varied?: AuditVariation } = {},
): Promise<FieldTable> {
  const { name } = service;
  const obstacle = service.findObstacle?.();
  if (obstacle !== undefined) return { measurements: [], skipped: [{ service: name, reason: obstacle }], failed: [] };
  const known = listKnownViolations(readKnownViolations()[name]);
  const tables: FieldTable[] = [];
  for (const mode of Object.keys(service.audits) as Mode[]) {
    const files = reports === undefined ? undefined : createFiles(join(reports, `${name}-${mode}`));
    try {
      const audited = await auditService(service, mode, { ...varied, files });
      if (files) writeFileSync(files.report, `${JSON.stringify(audited.report, null, 2)}\n`);
      tables.push({ measurements: [measureAudit(name, mode, audited, known)], skipped: [], failed: [] });
    } catch (reason) {
      tables.push({ measurements: [], skipped: [], failed: [{ service: name, mode, reason: String(reason) }] });
    }
  }
  return mergeTables(tables);
}

/** Several tables as one. */
export const mergeTables = (tables: readonly FieldTable[]): FieldTable => ({
  measurements: tables.flatMap(({ measurements }) => measurements),
  skipped: tables.flatMap(({ skipped }) => skipped),
  failed: tables.flatMap(({ failed }) => failed),
});

function createFiles(folder: string) {
  mkdirSync(folder, { recursive: true });
  return {
    tape: join(folder, 'tape.ndjson'),
    ledger: join(folder, 'ledger.ndjson'),
    report: join(folder, 'report.json'),
  };
}
