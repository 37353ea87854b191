import type { Report } from '../../../model/result/report.js';
import { cut } from '../../text/fit-width.js';
import { counted, lasted } from '../../text/report-words.js';
import { html, type Markup } from '../page/markup.js';
import { bullets, section } from '../page/section.js';
import { bounds } from '../page/size-limits.js';

/** How the run was done, so that it can be done again. */
export function howItWasDone(report: Report): Markup {
  const faults = report.run.faults ?? [];
  return section(
    'run',
    'How the run was done',
    html`<dl class="facts-list">${facts(report).map(([name, value]) => html`<div><dt>${name}</dt><dd>${cut(value, bounds.text)}</dd></div>`)}</dl>
${
  faults.length > 0
    ? html`<div class="aside warning"><h3>Faults of the kit itself</h3>${bullets(
        faults.map((fault) => cut(fault, bounds.text)),
        bounds.named,
      )}</div>`
    : undefined
}
<p class="hint">This page shows what was looked at, what was not, and why. It gives no certificate: whatever was not tried may be otherwise. Secrets were replaced before anything was written down. report.json is the record, and this a view of it.</p>`,
  );
}

function facts({ run, seed, startedAt, durationMs, requests, kit, target }: Report): (readonly [string, string])[] {
  const all: readonly (readonly [string, string | undefined])[] = [
    ['Base URL', target.baseUrl],
    ['Contact', target.contact],
    ['Started', startedAt],
    ['Took', `${lasted(durationMs)}, ${counted(requests, 'request')}`],
    ['Seed', String(seed)],
    ['Permission', `${run.permit} (${run.permitFrom})`],
    ['Cases', `${run.cases} per rule and subject`],
    ['At once', String(run.concurrency)],
    ['Budget', `${counted(run.maxRequests, 'request')}, ${run.maxSeconds} s`],
    ['Strict', run.strict ? 'yes' : 'no'],
    ['Only', run.only.join(' ')],
    ['Profile', run.profile],
    ['OpenAPI', run.openapi],
    ['Rules of your own', run.ruleFolders?.join(' ')],
    ['Baseline', run.baseline],
    ['Shard', run.shard && `${run.shard.index} of ${run.shard.total}`],
    ['Merged from', run.shards === undefined ? undefined : counted(run.shards, 'shard')],
    ['Demo', run.demo && demo(run.demo)],
    ['Ended early', run.endedEarly],
    ['Kit', `${kit.name} ${kit.version}`],
  ];
  return all.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}

const demo = ({ fault, dialect = [], world = [] }: NonNullable<Report['run']['demo']>): string =>
  [
    fault ? `fault ${fault}` : 'sound',
    ...dialect.map((way) => `dialect ${way}`),
    ...world.map((one) => `world ${one}`),
  ].join(', ');
