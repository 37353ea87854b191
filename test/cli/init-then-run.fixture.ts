import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { dryRunAudit } from '../../src/audit/dry-run.js';
import { audit } from '../../src/audit.js';
import { draftProfile } from '../../src/init/draft-profile.js';
import { writeYamlProfile } from '../../src/init/write/write-profile.js';
import type { Report, Result } from '../../src/model/result/report.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { createTestFolder } from './assay.fixture.js';

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

/** Asserts that the profile of init changes no verdict of a run without one, and agrees with most of a hand-written one. */
export async function expectInitToAgree(
  start: () => Promise<{ readonly url: string; close(): Promise<void> }>,
  handWritten: object,
): Promise<void> {
  const service = await start();
  try {
    const { nothing, written, byHand } = await compare(service.url, handWritten);
    expect(verdictsIn(written)).toEqual(verdictsIn(nothing));
    expect(written.survey.contradictions).toEqual([]);
    const { same, all } = agreement(byHand, written);
    expect(same / all, `${same} of ${all}`).toBeGreaterThanOrEqual(0.85);
  } finally {
    await service.close();
  }
}
