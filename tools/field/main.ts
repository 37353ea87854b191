import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compareTables } from './compare-tables.js';
import { demoServices } from './demo-services.js';
import { listShortfalls } from './list-shortfalls.js';
import type { FieldTable } from './measure-audit.js';
import { measureService, mergeTables } from './measure-service.js';
import { renderTable } from './render-table.js';
import { fieldServices } from './services.js';

/**
 * `npm run field:table -- [--service NAME…] [--cms] [--json FILE] [--compare FILE] [--reports FOLDER]`: audits every demo and
 * field service with nothing but its URL, with the profile that `assay init` drafts, and with its own profile, and prints what
 * came of it as one Markdown table. Exits 1 when an audit failed, reported a violation that no field note confirms, or decided
 * fewer than three rules on more than a fifth of the operations, or when a draft decides less than the URL.
 */
const { values } = parseArgs({
  options: {
    service: { type: 'string', multiple: true },
    cms: { type: 'boolean', default: false },
    json: { type: 'string' },
    compare: { type: 'string' },
    reports: { type: 'string' },
  },
});
const services = [...demoServices, ...fieldServices];
const unknown = values.service?.find((name) => !services.some((service) => service.name === name));
if (unknown !== undefined)
  throw new Error(`no service is called ${unknown}: ${services.map(({ name }) => name).join(', ')}`);
const chosen = services.filter(({ name, isLarge }) => values.service?.includes(name) ?? (!isLarge || values.cms));
// Read first, so that a wrong path does not cost a whole run.
const earlier =
  values.compare === undefined ? undefined : (JSON.parse(readFileSync(values.compare, 'utf8')) as FieldTable);
const print = (...lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);

// An exit, unlike a signal, ends the services too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
// json-server runs in this process and writes the stack of every body that it cannot parse.
console.error = () => {};
const tables: FieldTable[] = [];
for (const service of chosen) {
  process.stderr.write(`${service.name} …\n`);
  tables.push(await measureService(service, { reports: values.reports }));
}
const table = mergeTables(tables);
print(renderTable(table));
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(table, null, 2)}\n`);
if (earlier) {
  const names = chosen.map(({ name }) => name);
  const measurements = earlier.measurements.filter(({ service }) => names.includes(service));
  const differences = compareTables({ ...earlier, measurements }, table);
  print('', `Compared with ${values.compare}:`, '', ...(differences.length > 0 ? differences : ['no difference']));
}
const flaws = [table.failed, table.measurements.flatMap(({ wrong }) => wrong), listShortfalls(table)];
process.exitCode = flaws.flat().length > 0 ? 1 : 0;
