import type { Report } from '../../../model/result/report.js';
import { cut } from '../../text/fit-width.js';
import { formatCount, formatDuration } from '../../text/report-words.js';
import { html, type Markup, renderBullets, renderFoldedSection } from '../page/markup.js';
import { sizeLimits } from '../page/size-limits.js';

/** The settings of the run, for repeating it. */
export function renderRunSection(report: Report): Markup {
  const faults = report.run.faults ?? [];
  return renderFoldedSection(
    'run',
    'Settings of the run',
    html`<dl class="facts-list">${listFacts(report).map(([name, value]) => html`<div><dt>${name}</dt><dd>${cut(value, sizeLimits.text)}</dd></div>`)}</dl>
${
  faults.length > 0
    ? html`<div class="aside warning"><h3>Internal errors of assay</h3>${renderBullets(
        faults.map((fault) => cut(fault, sizeLimits.text)),
        sizeLimits.named,
      )}</div>`
    : undefined
}
<p class="hint">This page shows what was checked, what was not, and why. It is not a certificate: cases that were not tested can behave differently. Secrets were replaced before anything was written. The complete record is report.json.</p>`,
  );
}

function listFacts({ run, seed, startedAt, durationMs, requests, kit, target }: Report): (readonly [string, string])[] {
  const all: readonly (readonly [string, string | undefined])[] = [
    ['Base URL', target.baseUrl],
    ['Contact', target.contact],
    ['Started', startedAt],
    ['Took', `${formatDuration(durationMs)}, ${formatCount(requests, 'request')}`],
    ['Seed', String(seed)],
    ['Permission', `${run.permit} (${run.permitFrom})`],
    ['Cases', `${run.cases} per check`],
    ['Checks in parallel', String(run.concurrency)],
    ['Limits', `${formatCount(run.maxRequests, 'request')}, ${run.maxSeconds} s`],
    ['Strict', run.strict ? 'yes' : 'no'],
    ['Only', run.only.join(' ')],
    ['Profile', run.profile],
    ['OpenAPI', run.openapi],
    ['Additional rules', run.ruleFolders?.join(' ')],
    ['Baseline', run.baseline],
    ['Shard', run.shard && `${run.shard.index} of ${run.shard.total}`],
    ['Merged from', run.shards === undefined ? undefined : formatCount(run.shards, 'shard')],
    ['Demo', run.demo && describeDemo(run.demo)],
    ['Ended early', run.endedEarly],
    ['Kit', `${kit.name} ${kit.version}`],
  ];
  return all.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}

const describeDemo = ({ fault, dialect = [], world = [] }: NonNullable<Report['run']['demo']>): string =>
  [
    fault ? `fault ${fault}` : 'without faults',
    ...dialect.map((way) => `dialect ${way}`),
    ...world.map((one) => `world ${one}`),
  ].join(', ');
