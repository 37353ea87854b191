import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from '../../src/audit.js';
import type { Report } from '../../src/model/result/report.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { formats, render } from '../../src/report/render.js';
import type { HostileService } from './service/hostile-services.js';

/** What came of an audit in this process. */
export interface InProcessAudit {
  readonly report: Report;
  /** The views of the report, by file name. */
  readonly views: Readonly<Record<string, string>>;
  readonly hostileCount: number;
  readonly strayConnections: number;
}

/** Audits a hostile service with a budget of requests, in a folder of its own. */
export async function auditInProcess(
  { start }: HostileService,
  only: readonly string[],
  maxRequests = 90,
): Promise<InProcessAudit> {
  const service = await start();
  const folder = mkdtempSync(join(tmpdir(), 'assay-'));
  try {
    const profile = await loadProfile({
      baseUrl: service.url,
      only: [...only],
      cases: 1,
      maxRequests,
      cwd: folder,
      env: {},
    });
    const report = await audit(
      { ...profile, limits: { ...profile.limits, timeoutMs: 3_000, maxSeconds: 30 } },
      { seed: 1, files: resolveOutputFiles(folder) },
    );
    const views = Object.entries(formats).map(([format, file]) => [file, render(report, format)]);
    return {
      report,
      views: Object.fromEntries(views),
      hostileCount: service.countHostile(),
      strayConnections: service.countStrayConnections(),
    };
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const resolveOutputFiles = (folder: string) => ({
  tape: join(folder, 'tape.ndjson'),
  ledger: join(folder, 'ledger.ndjson'),
  report: join(folder, 'report.json'),
});
