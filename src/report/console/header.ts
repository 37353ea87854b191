import type { Report } from '../../model/result/report.js';
import { describeHarmLines } from '../text/describe-gate.js';
import { formatCount, formatDuration, formatTargetName } from '../text/report-words.js';
import { createRow, createSpan, type Row, wrapProse } from './print.js';

/** The first rows of a report whose run harmed items of others. */
export const renderHarmRows = (report: Report, width: number): Row[] =>
  describeHarmLines(report).flatMap((line) => wrapProse('', line, width, 'bad'));

export function renderHeader(report: Report, width: number): Row[] {
  const { kit, target, run } = report;
  const means = [
    `seed ${report.seed}`,
    formatCount(report.requests, 'request'),
    formatDuration(report.durationMs),
    `permission ${run.permit} (${run.permitFrom})`,
  ];
  return [
    ...renderHarmRows(report, width),
    createRow(createSpan('strong', formatTargetName(report)), `  ${target.baseUrl}`),
    createRow(createSpan('faint', `${kit.name} ${kit.version}, ${means.join(', ')}`)),
    ...renderSettings(report).map((line) => createRow(createSpan('faint', line))),
    ...(run.endedEarly ? wrapProse('ended early: ', run.endedEarly, width, 'doubt') : []),
  ];
}

function renderSettings({ run, survey }: Report): string[] {
  const parts = [
    run.profile && `profile ${run.profile}`,
    (survey.document ?? run.openapi) && `document ${survey.document ?? run.openapi}`,
    run.quick && 'quick',
    run.only.length > 0 && `only ${run.only.join(' ')}`,
    run.shard && `shard ${run.shard.index} of ${run.shard.total}`,
    run.shards && `merged from ${formatCount(run.shards, 'shard')}`,
    run.strict && 'strict',
    run.demo && `demo ${run.demo.fault ? `with fault ${run.demo.fault}` : 'without faults'}`,
  ].filter(Boolean);
  return parts.length > 0 ? [parts.join(', ')] : [];
}
