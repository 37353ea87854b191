import type { Result } from '../../../model/result/report.js';
import { html, type Markup } from '../page/markup.js';
import advice from './advice.json' with { type: 'json' };

/** Where the fix of these clauses is made in common frameworks; the fix itself is that of the clause. */
interface AdviceTopic {
  readonly clauses: readonly string[];
  readonly where: Readonly<Partial<Record<string, string>>>;
}

/** The frameworks that advice is given for, with their usual names. */
export const frameworks: Readonly<Record<string, string>> = advice.frameworks;

export const topics: readonly AdviceTopic[] = advice.topics;

/** Renders where to look in common frameworks; nothing if no advice is true for most services. */
export function renderAdvice({ clause }: Pick<Result, 'clause'>): Markup | undefined {
  const topic = topics.find(({ clauses, where }) => clauses.includes(clause) && Object.keys(where).length > 0);
  if (!topic) return undefined;
  const lines = Object.entries(frameworks).flatMap(([name, title]) => {
    const line = topic.where[name];
    return line === undefined ? [] : [html`<div><dt>${title}</dt><dd>${line}</dd></div>`];
  });
  return html`<details class="advice"><summary>Where to look in common frameworks</summary><dl>${lines}</dl></details>`;
}
