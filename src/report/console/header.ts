import type { Report } from '../../model/result/report.js';
import { counted, lasted, nameOf } from '../text/report-words.js';
import { prose } from './layout.js';
import { as, type Row, row } from './print.js';

/** Whose service was looked at, and with what means. */
export function header(report: Report, width: number): Row[] {
  const { kit, target, run } = report;
  const means = [
    `seed ${report.seed}`,
    counted(report.requests, 'request'),
    lasted(report.durationMs),
    `permission ${run.permit} (${run.permitFrom})`,
  ];
  return [
    row(as('strong', nameOf(report)), `  ${target.baseUrl}`),
    row(as('faint', `${kit.name} ${kit.version}, ${means.join(', ')}`)),
    ...shaping(report).map((line) => row(as('faint', line))),
    ...(run.endedEarly ? prose('ended early: ', run.endedEarly, width, 'doubt') : []),
  ];
}

function shaping({ run, survey }: Report): string[] {
  const parts = [
    run.profile && `profile ${run.profile}`,
    (survey.document ?? run.openapi) && `document ${survey.document ?? run.openapi}`,
    run.only.length > 0 && `only ${run.only.join(' ')}`,
    run.shard && `shard ${run.shard.index} of ${run.shard.total}`,
    run.shards && `merged from ${counted(run.shards, 'shard')}`,
    run.strict && 'strict',
    run.demo && `demo ${run.demo.fault ? `with fault ${run.demo.fault}` : 'without faults'}`,
  ].filter(Boolean);
  return parts.length > 0 ? [parts.join(', ')] : [];
}
