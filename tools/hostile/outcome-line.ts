import type { Attempt } from './attempt-audit.js';

/** One line on what came of an audit: exit code, what was decided and why not more, duration, memory, requests. */
export function renderOutcomeLine({ name, exit, signal, ms, megabytes, report, shown }: Attempt): string {
  return [
    name.padEnd(38),
    `exit ${exit ?? signal}`.padEnd(8),
    `${(ms / 1000).toFixed(1)} s`.padStart(7),
    `${megabytes ?? '?'} MB`.padStart(7),
    `${report?.requests ?? '?'} requests`.padStart(13),
    `hostile ${shown} times`.padStart(18),
    ` ${summarizeOutcome(report)}`,
  ].join(' ');
}

/** What was decided, and the reasons of the rest, the most frequent first. */
export function summarizeOutcome(report: Attempt['report']): string {
  if (report === undefined) return 'no report';
  const counts = new Map<string, number>();
  for (const { verdict, cause } of report.results) {
    if (verdict === 'not-applicable' || verdict === 'not-run') continue;
    const word = verdict === 'inconclusive' ? (cause?.split(':')[0] ?? verdict) : verdict;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const said = [...counts].sort(([, a], [, b]) => b - a).map(([word, count]) => `${word} ${count}`);
  return said.length > 0 ? said.join(', ') : (report.gate.reasons.at(-1) ?? 'nothing decided').slice(0, 160);
}
