import type { Report, ReportedWaiver } from '../../model/result/report.js';

const noticeDays = 14;
const dayMs = 86_400_000;

/** The waivers of violations that end within 14 days after the run began, the earliest first: after that day the run fails. */
export function listEndingWaivers({ waivers = [], startedAt }: Pick<Report, 'waivers' | 'startedAt'>) {
  const today = Date.parse(startedAt.slice(0, 10));
  return waivers
    .filter((waiver): waiver is ReportedWaiver & { readonly until: string } => {
      const leftMs = Date.parse(waiver.until ?? '') - today;
      return waiver.standing === 'used' && leftMs >= 0 && leftMs <= noticeDays * dayMs;
    })
    .sort((one, other) => (one.until < other.until ? -1 : 1));
}

/** Warns of them in one line. */
export function describeEndingWaivers(report: Pick<Report, 'waivers' | 'startedAt'>): string[] {
  const [first, ...others] = listEndingWaivers(report);
  if (first === undefined) return [];
  const what = others.length === 0 ? '1 waiver ends' : `${others.length + 1} waivers end`;
  const where = `${first.rule} until ${first.until}, ${first.where}`;
  return [
    `${what} within ${noticeDays} days${others.length > 0 ? ', first' : ''} (${where}): fix the service, or agree on a later date`,
  ];
}
