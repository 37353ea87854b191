import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { createLargeDocument } from './large-document.js';
import { measureLoading } from './measure-loading.js';
import { renderYaml } from './write-yaml.js';

/** How long documents of many collections take to be loaded and planned, and how much memory; each in a process of its own. */
const [file] = process.argv.slice(2);
if (file !== undefined) await measureDocument(file);
else await runBenchmark();

interface Row {
  readonly ruleSetMs: number;
  readonly surveyMs: number;
  readonly planMs: number;
  readonly trials: number;
  readonly peakMegabytes: number;
}

async function measureDocument(name: string): Promise<void> {
  const startedAt = performance.now();
  const { rules } = await loadRuleSet();
  const ruleSetMs = performance.now() - startedAt;
  const { surveyMs, planMs, trials } = await measureLoading(name, rules);
  const peakMegabytes = process.resourceUsage().maxRSS / 1024;
  process.send?.({ ruleSetMs, surveyMs, planMs, trials, peakMegabytes } satisfies Row, () => process.disconnect());
}

async function runBenchmark(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-planning-'));
  const lines = [
    '| document | megabytes | rules read (ms) | loaded (ms) | planned (ms) | together (ms) | trials | peak MB |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
  ];
  try {
    for (const collections of [100, 1000])
      for (const [form, write] of [['JSON', JSON.stringify] as const, ['YAML', renderYaml] as const]) {
        const path = join(folder, `${collections}.${form.toLowerCase()}`);
        writeFileSync(path, write(createLargeDocument(collections)));
        lines.push(renderRow(`${collections} collections, ${form}`, statSync(path).size, await measureInChild(path)));
      }
  } finally {
    rmSync(folder, { recursive: true });
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

function renderRow(name: string, octets: number, { ruleSetMs, surveyMs, planMs, trials, peakMegabytes }: Row): string {
  const times = [ruleSetMs, surveyMs, planMs, ruleSetMs + surveyMs + planMs].map((ms) => ms.toFixed(0));
  return `| ${[name, (octets / 1e6).toFixed(1), ...times, trials, peakMegabytes.toFixed(0)].join(' | ')} |`;
}

function measureInChild(path: string): Promise<Row> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [path]);
    child.once('message', (row) => resolve(row as Row));
    child.once('exit', (code) => reject(new Error(`loading ${path} ended with ${code}`)));
  });
}
