import { fileURLToPath } from 'node:url';
import { audit } from '../../src/audit.js';
import type { Report } from '../../src/model/result/report.js';
import type { AimOptions } from '../../src/profile/load-options.js';
import { aim } from '../../src/profile/load-profile.js';
import { startService } from './start-service.fixture.js';

/** A service that a script of this repository starts. */
export interface Script {
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
export interface Audited {
  readonly report: Report;
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
}

/** Starts a service of its own and audits it as `assay run` would; a profile is named as it stands in the folder `profiles`. */
export async function audited(script: Script, seed: number, options: Partial<AimOptions> = {}): Promise<Audited> {
  const { url, close } = await startService(script.command ?? process.execPath, script.args);
  try {
    const before = await stockOf(url, script);
    const { file, ...more } = options;
    const cwd = fileURLToPath(new URL('.', import.meta.url));
    const profile = file === undefined ? {} : { file: `profiles/${file}` };
    const target = await aim({ cwd, env: {}, baseUrl: url, ...profile, ...more });
    const report = await audit(target, { seed });
    return { report, before, after: await stockOf(url, script) };
  } finally {
    await close();
  }
}

/** What a report says, by verdict and cause: of each rule the subjects of which it says so. */
export function verdictsOf({ results }: Report): Record<string, Record<string, string>> {
  const table: Record<string, Record<string, string>> = {};
  for (const { rule, subject, verdict, cause } of results) {
    const said = cause === undefined || verdict === 'not-applicable' ? verdict : `${verdict}: ${cause}`;
    const { [rule]: others } = table[said] ?? {};
    table[said] = { ...table[said], [rule]: others === undefined ? subject : `${others} ${subject}` };
  }
  return table;
}

/** Of how many pairs of rule and subject a verdict is said. */
export const countOf = ({ results }: Report, wanted: string): number =>
  results.filter(({ verdict }) => verdict === wanted).length;

/** What does not apply and names nothing that would make it apply. */
export const deadEndsOf = ({ results }: Report): string[] =>
  results
    .filter(({ verdict, enable }) => verdict === 'not-applicable' && !enable)
    .map(({ rule, subject }) => `${rule} ${subject}`);

const stockOf = (url: string, { lists, headers = {} }: Script): Promise<unknown[]> =>
  Promise.all(lists.map(async (path) => (await fetch(url + path, { headers })).json()));
