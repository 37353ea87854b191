import type { Result } from '../../../model/result/report.js';
import { html, type Markup } from '../page/markup.js';
import { accessTopics } from './callers-keys-pages.js';
import { failureTopics } from './failure-reporting.js';
import { methodTopics } from './methods.js';
import { refusalTopics } from './refusals-and-limits.js';
import { type AdviceTopic, frameworks } from './topic.js';

/** All advice, by clause. */
export const topics: readonly AdviceTopic[] = [...methodTopics, ...failureTopics, ...refusalTopics, ...accessTopics];

/** Renders what to change, and where in common frameworks; nothing if no advice is true for most services. */
export function renderAdvice({ clause }: Pick<Result, 'clause'>): Markup | undefined {
  const topic = topics.find(({ clauses }) => clauses.includes(clause));
  if (!topic) return undefined;
  const names = Object.keys(frameworks).filter(isFramework);
  const lines = names.flatMap((name) => {
    const line = topic.where[name];
    return line === undefined ? [] : [html`<div><dt>${frameworks[name]}</dt><dd>${line}</dd></div>`];
  });
  return html`<div class="advice"><h4>What to change</h4><p>${topic.change}</p>
${lines.length > 0 ? html`<details><summary>Where to look in common frameworks</summary><dl>${lines}</dl></details>` : undefined}</div>`;
}

const isFramework = (name: string): name is keyof typeof frameworks => Object.hasOwn(frameworks, name);
