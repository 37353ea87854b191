import type { SentRequest } from './request-chain.js';

/** Renders for each step of time how many requests were under way on average, and which trials sent them. */
export function renderTimeline(sent: readonly SentRequest[], stepMs: number): string {
  const start = Math.min(...sent.map(({ from }) => from));
  const end = Math.max(...sent.map(({ to }) => to));
  const rows = Array.from({ length: Math.ceil((end - start) / stepMs) }, (_, index) => {
    const from = start + index * stepMs;
    const shares = sent
      .map((one) => ({ ...one, ms: Math.min(one.to, from + stepMs) - Math.max(one.from, from) }))
      .filter(({ ms }) => ms > 0);
    const busy = shares.reduce((sum, { ms }) => sum + ms, 0) / stepMs;
    const trials = [...new Set(shares.map(({ trial }) => trial || 'survey'))];
    const named = trials.length > maxNamed ? `${trials.length} trials` : trials.join(', ');
    return `| ${((from - start) / 1000).toFixed(2)} | ${busy.toFixed(1)} | ${named} |`;
  });
  return ['| from s | requests at a time | trials |', '| --- | --- | --- |', ...rows].join('\n');
}

/** More trials than these are counted, not named. */
const maxNamed = 4;
