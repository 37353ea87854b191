import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Permission, permissions } from '../../../model/permission.js';
import type { Report } from '../../../model/result/report.js';
import {
  type ServedFinding,
  writeConfirmation,
  writeMessage,
  writeReplay,
} from '../../../report/html/served/served-pages.js';
import { findViolation } from '../../files/find-violation.js';
import { readReport } from '../../files/read-report.js';
import { loadReplayProfile } from '../replay/replay-profile.js';
import { type ReplayFlags, replayViolations } from '../replay/replay-violations.js';

export interface PageResponse {
  readonly status: number;
  readonly page?: string;
  readonly location?: string;
}

/** Replays findings of a report, one at a time, and keeps the pages that show the replays. */
export interface ReplayKeeper {
  show(number: number): PageResponse;
  replay(number: number, form: URLSearchParams): Promise<PageResponse>;
  /** Resolves when no replay is under way. */
  settle(): Promise<unknown>;
}

export function createReplayKeeper(file: string, flags: ReplayFlags): ReplayKeeper {
  const pages = new Map<number, string>();
  let underWay: Promise<unknown> | undefined;
  const run = async (finding: ServedFinding, permit: Permission): Promise<PageResponse> => {
    const { number } = finding;
    // Consent was given on the page.
    const chosen = { ...flags, permit, yes: true, quiet: true, out: join(flags.out, String(number)) };
    pages.delete(number);
    await replayViolations(file, number, chosen, (again, comparison) =>
      pages.set(number, writeReplay(finding, again, comparison)),
    );
    return pages.has(number)
      ? { status: 303, location: String(number) }
      : refuse('The replay ended without a report; its output says why.');
  };
  return {
    show(number) {
      const page = pages.get(number);
      return page === undefined
        ? { status: 404, page: writeMessage('Not replayed', `Finding ${number} was not replayed yet.`) }
        : { status: 200, page };
    },
    async replay(number, form) {
      const report = existsSync(file) ? readReport(file) : undefined;
      // Another report counts its findings differently.
      if (report === undefined || report.startedAt !== form.get('run'))
        return refuse('The report has changed since this page was loaded.');
      const finding = { number, report, result: findViolation(report, number, file) };
      const permit = await choosePermission(report, flags);
      if (permit !== 'reads' && form.get('confirmed') !== 'yes')
        return { status: 403, page: writeConfirmation(finding, permit, describeBaseUrl(report, flags)) };
      if (underWay !== undefined) return refuse('Another replay is under way. Try again when it has ended.');
      try {
        const running = run(finding, permit);
        underWay = running;
        return await running;
      } finally {
        underWay = undefined;
      }
    },
    settle: async () => underWay?.catch(() => undefined),
  };
}

const refuse = (text: string): PageResponse => ({ status: 409, page: writeMessage('Not replayed', text) });

const isOfDemo = ({ run }: Report, { baseUrl }: ReplayFlags): boolean =>
  run.demo !== undefined && baseUrl === undefined;

const describeBaseUrl = (report: Report, flags: ReplayFlags): string =>
  isOfDemo(report, flags) ? 'a new demo service' : (flags.baseUrl ?? report.target.baseUrl);

/** A replay may send what `assay replay` may, and nothing that its run could not. */
async function choosePermission(report: Report, flags: ReplayFlags): Promise<Permission> {
  const at = { cwd: process.cwd(), env: process.env };
  const { permit } = isOfDemo(report, flags)
    ? { permit: flags.permit ?? report.run.permit }
    : await loadReplayProfile(report, { format: ['json'], ...flags }, flags, at);
  return permissions.find((each) => each === permit || each === report.run.permit) ?? 'reads';
}
