import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dryRunAudit } from '../../src/audit/dry-run.js';
import { audit } from '../../src/audit.js';
import { demoProfile } from '../../src/demo/service/demo-profile.js';
import { startDemo } from '../../src/demo/start-demo.js';
import { draftProfile } from '../../src/init/draft-profile.js';
import { writeYamlProfile } from '../../src/init/write/write-profile.js';
import type { Report, Result } from '../../src/model/result/report.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { libraryProfile, startLibrary } from '../../tools/library-service/start-library.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { createTestFolder } from './assay.fixture.js';

useSteadyClock();

/** What an audit of a service says with nothing but its URL, with the profile that init writes, and with one written by hand. */
interface Compared {
  readonly nothing: Report;
  readonly written: Report;
  readonly byHand: Report;
}

async function compare(url: string, handWritten: object): Promise<Compared> {
  const cwd = createTestFolder({ 'hand.json': JSON.stringify(handWritten) });
  const aimed = (file?: string) => loadProfile({ baseUrl: url, cwd, env: {}, cases: 1, ...(file && { file }) });
  const bare = await aimed();
  const nothing = await audit(bare, { seed: 1 });
  const { survey, exclusions } = await dryRunAudit(bare);
  writeFileSync(join(cwd, 'init.yaml'), writeYamlProfile(draftProfile({ survey, exclusions, profile: bare })).text);
  const written = await audit(await aimed('init.yaml'), { seed: 1 });
  return { nothing, written, byHand: await audit(await aimed('hand.json'), { seed: 1 }) };
}

const nameOf = ({ rule, subject, verdict }: Result): string => `${verdict} ${rule} @ ${subject}`;

const verdictsIn = ({ results }: Report): string[] => results.map(nameOf).sort();

/** How many of the rules that apply, by hand-written profile, come to the same verdict in another audit. */
function agreement(byHand: Report, other: Report): { readonly same: number; readonly all: number } {
  const told = new Set(verdictsIn(other));
  const applicable = byHand.results.filter(({ verdict }) => verdict !== 'not-applicable' && verdict !== 'not-run');
  return { same: applicable.filter((result) => told.has(nameOf(result))).length, all: applicable.length };
}

const services = [
  { name: 'the demo', start: () => startDemo(), profile: demoProfile },
  { name: 'the library', start: () => startLibrary(), profile: libraryProfile },
];

test('has the verdicts of a run without a profile, and most of those with a hand-written one, when it uses the profile of init', async () => {
  const shares: { readonly same: number; readonly all: number }[] = [];
  for (const { name, start, profile } of services) {
    const service = await start();
    try {
      const { nothing, written, byHand } = await compare(service.url, profile);
      expect(verdictsIn(written), name).toEqual(verdictsIn(nothing));
      expect(written.survey.contradictions, name).toEqual([]);
      shares.push(agreement(byHand, written));
    } finally {
      await service.close();
    }
  }
  const told = shares.map(({ same, all }, index) => `${services[index]?.name}: ${same} of ${all}`).join(', ');
  console.info(told);
  for (const { same, all } of shares) expect(same / all, told).toBeGreaterThanOrEqual(0.85);
});
