import type { Result } from '../../../model/result/report.js';
import { html, type Markup } from '../page/markup.js';
import advice from './advice.json' with { type: 'json' };

/** What to change if one of these clauses is violated: in any service, and in common frameworks. */
interface AdviceTopic {
  readonly clauses: readonly string[];
  readonly change: string;
  readonly where: Readonly<Partial<Record<string, string>>>;
}

/** The frameworks that advice is given for, with their usual names. */
export const frameworks: Readonly<Record<string, string>> = advice.frameworks;

export const topics: readonly AdviceTopic[] = advice.topics;

/** Renders what to change, and where in common frameworks; nothing if no advice is true for most services. */
export function renderAdvice({ clause }: Pick<Result, 'clause'>): Markup | undefined {
  const topic = topics.find(({ clauses }) => clauses.includes(clause));
  if (!topic) return undefined;
  const lines = Object.entries(frameworks).flatMap(([name, title]) => {
    const line = topic.where[name];
    return line === undefined ? [] : [html`<div><dt>${title}</dt><dd>${line}</dd></div>`];
  });
  return html`<div class="advice"><h4>What to change</h4><p>${topic.change}</p>
${lines.length > 0 ? html`<details><summary>Where to look in common frameworks</summary><dl>${lines}</dl></details>` : undefined}</div>`;
}
