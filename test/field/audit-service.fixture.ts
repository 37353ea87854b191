import { fileURLToPath } from 'node:url';
import { audit } from '../../src/audit.js';
import type { Report } from '../../src/model/result/report.js';
import type { LoadProfileOptions } from '../../src/profile/load-options.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { startService } from './start-service.fixture.js';

/** A service that a script of this repository starts. */
export interface ServiceScript {
  /** What runs it; Node.js where nothing is said. */
  readonly command?: string;
  /** The script and its arguments, from the root of the repository. */
  readonly args: readonly string[];
  /** Paths of lists that show all that the service holds. */
  readonly lists: readonly string[];
  /** What the lists are asked for with. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A report, and all that the service held before and after. */
export interface ServiceAudit {
  readonly report: Report;
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
}

/** Starts a service of its own and audits it as `assay run` would; a profile is named as it stands in the folder `profiles`. */
export async function auditService(
  script: ServiceScript,
  seed: number,
  options: Partial<LoadProfileOptions> = {},
): Promise<ServiceAudit> {
  const { url, close } = await startService(script.command ?? process.execPath, script.args);
  try {
    const before = await fetchItems(url, script);
    const { file, ...more } = options;
    const cwd = fileURLToPath(new URL('.', import.meta.url));
    const profile = file === undefined ? {} : { file: `profiles/${file}` };
    const target = await loadProfile({ cwd, env: {}, baseUrl: url, ...profile, ...more });
    const report = await audit(target, { seed });
    return { report, before, after: await fetchItems(url, script) };
  } finally {
    await close();
  }
}

/** What a report says, by verdict and cause: of each rule the subjects of which it says so. */
export function groupByVerdict({ results }: Report): Record<string, Record<string, string>> {
  const table: Record<string, Record<string, string>> = {};
  for (const { rule, subject, verdict, cause } of results) {
    const said = cause === undefined || verdict === 'not-applicable' ? verdict : `${verdict}: ${cause}`;
    const { [rule]: others } = table[said] ?? {};
    table[said] = { ...table[said], [rule]: others === undefined ? subject : `${others} ${subject}` };
  }
  return table;
}

/** Of how many pairs of rule and subject a verdict is said. */
export const countVerdict = ({ results }: Report, wanted: string): number =>
  results.filter(({ verdict }) => verdict === wanted).length;

/** What does not apply and names nothing that would make it apply. */
export const listDeadEnds = ({ results }: Report): string[] =>
  results
    .filter(({ verdict, enable }) => verdict === 'not-applicable' && !enable)
    .map(({ rule, subject }) => `${rule} ${subject}`);

const fetchItems = (url: string, { lists, headers = {} }: ServiceScript): Promise<unknown[]> =>
  Promise.all(lists.map(async (path) => (await fetch(url + path, { headers })).json()));
