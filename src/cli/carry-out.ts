import { join } from 'node:path';
import { type AuditOptions, audit } from '../audit.js';
import { readLaw } from '../law.js';
import { type AimOptions, aim, type Profile } from '../target/index.js';
import { accessIn } from './access-options.js';
import { checkFormats, checkGlobs } from './choices.js';
import { consentFor } from './consent.js';
import { delivery, writeAll } from './delivery.js';
import { spareMemory } from './frugal.js';
import { interruptible } from './interruption.js';
import { keepLedger, remainsLine, tellRemains } from './ledger-keeping.js';
import type { RunFlags } from './options.js';
import { openFolder } from './out-folder.js';
import { progress, show } from './showing.js';
import { strays } from './strays.js';
import { writeSurvey } from './survey-file.js';
import { watchman } from './watchman.js';

/** From flags to a profile: file, flags and defaults merged. Throws ProfileError. */
export const profileFrom = (
  flags: RunFlags,
  baseUrl: string | undefined,
  more: Partial<AimOptions> = {},
): Promise<Profile> =>
  aim({
    ...(baseUrl !== undefined && { baseUrl }),
    ...(flags.profile !== undefined && { file: flags.profile }),
    ...(flags.openapi !== undefined && { openapi: flags.openapi }),
    ...(flags.collection !== undefined && { collections: flags.collection }),
    ...(flags.permit !== undefined && { permit: flags.permit }),
    ...accessIn(flags),
    ...(flags.only !== undefined && { only: flags.only }),
    ...(flags.rules !== undefined && { ruleFolders: flags.rules }),
    ...(flags.cases !== undefined && { cases: flags.cases }),
    ...(flags.maxRequests !== undefined && { maxRequests: flags.maxRequests }),
    ...(flags.maxTime !== undefined && { maxSeconds: flags.maxTime }),
    ...(flags.maxLive !== undefined && { maxLive: flags.maxLive }),
    ...(flags.rate !== undefined && { rate: flags.rate }),
    ...(flags.concurrency !== undefined && { concurrency: flags.concurrency }),
    ...(flags.baseline !== undefined && { waiversFile: flags.baseline }),
    cwd: process.cwd(),
    env: process.env,
    ...more,
  });

/** Checks what can be checked before any traffic, audits, prints, writes the reports. Gives the exit code. */
export async function carryOut(profile: Profile, flags: RunFlags, more: Partial<AuditOptions> = {}): Promise<number> {
  spareMemory();
  const stray = strays();
  const man = watchman(filesIn(flags.out).ledger);
  try {
    return await carry(profile, flags, { strays: stray.traces, trouble: stray.trouble, ...more });
  } finally {
    man.dismiss();
    stray.done();
  }
}

async function carry(profile: Profile, flags: RunFlags, more: Partial<AuditOptions>): Promise<number> {
  const { rules } = await readLaw(profile.ruleFolders);
  checkGlobs(profile.only, flags.only ? '--only' : (profile.file ?? 'profile'), rules);
  checkFormats(flags.format);
  openFolder(flags.out);
  const outcome = delivery();
  keepLedger(flags.out, (line) => process.stderr.write(`${line}\n`));
  const interruption = interruptible({ last: () => remainsLine(flags.out) });
  try {
    const report = await audit(profile, {
      seed: flags.seed ?? Math.floor(Math.random() * 0x7fffffff),
      strict: flags.strict ?? false,
      files: filesIn(flags.out),
      ...(flags.baseline !== undefined && { baseline: flags.baseline }),
      signal: interruption.signal,
      consent: consentFor(profile, flags, {
        input: process.stdin,
        output: process.stderr,
        signal: interruption.signal,
      }),
      onOutcome: progress(flags),
      onSeen: (seen) => outcome.attempt(() => writeSurvey(flags)(seen)),
      ...more,
    });
    writeAll(report, flags, outcome);
    outcome.attempt(() => show(report, flags));
    outcome.attempt(() => tellRemains(flags));
    return outcome.exit(report.gate.exit);
  } finally {
    interruption.done();
  }
}

const filesIn = (out: string) => ({
  tape: join(out, 'tape.ndjson'),
  ledger: join(out, 'ledger.ndjson'),
  report: join(out, 'report.json'),
});
