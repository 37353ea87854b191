import { baselineOf, witness } from './discovery/index.js';
import { brokenRun, endingOf } from './ending.js';
import { noTape, tapeTo } from './http/index.js';
import { known } from './known.js';
import { readLaw } from './law.js';
import { clientFor, look, traceOf } from './look.js';
import { planner } from './planner.js';
import type { BaselineCollection } from './rule/index.js';
import { type RunInput, run } from './run/index.js';
import type { Profile } from './target/index.js';
import { judge, type Report } from './verdict/index.js';

/** What an audit needs beside the profile. */
export interface AuditOptions {
  readonly seed: number;
  readonly strict?: boolean;
  /** Files for tape and ledger; without them nothing is written. */
  readonly files?: { readonly tape: string; readonly ledger: string; readonly report: string };
  readonly baseline?: string;
  readonly demo?: Report['run']['demo'];
  /** Path of one case of the one trial that `only` leaves. */
  readonly path?: string;
  /** Name of the one subject to try: this is a replay. */
  readonly subject?: string;
  readonly signal?: AbortSignal;
  readonly onOutcome?: RunInput['onOutcome'];
  /** Takes what was seen of the service, to be compared with by a later audit. */
  readonly onSeen?: (collections: readonly BaselineCollection[]) => void;
}

/** Audits a service: survey, plan, run, judge. Throws Unreachable, DiscoveryError, or a file system's error; never for what a service does later. */
export async function audit(profile: Profile, options: AuditOptions): Promise<Report> {
  const startedAt = new Date();
  const { baseUrl, permit, dialect, limits } = profile;
  const { rules, clauses } = await readLaw(profile.ruleFolders);
  const { tape, watch, of } = witness(options.files ? tapeTo(options.files.tape) : noTape, baseUrl);
  const client = clientFor(profile, tape);
  try {
    const { found, knock, fault } = await look(profile, client, options.signal);
    const { collections, document } = found;
    watch(options.onSeen ? collections : []);
    const planned = planner(rules, profile, options.subject);
    const came = await run({
      plan: planned,
      collections,
      document,
      client,
      baseUrl,
      permit,
      dialect,
      limits,
      cleanup: profile.cleanup,
      ...options,
      ledgerFile: options.files?.ledger,
    }).catch((error: unknown) => brokenRun(planned(collections), collections, traceOf(error)));
    options.onSeen?.(baselineOf(came.collections, document, of));
    const report = judge({
      ...came,
      clauses,
      waivers: profile.waivers,
      strict: options.strict ?? false,
      today: startedAt.toISOString().slice(0, 10),
      reportFile: options.files?.report ?? 'report.json',
      known: known(profile, found, options, { startedAt, ...came, requests: client.count() }),
    });
    return endingOf(report, { knock, fault: 'fault' in came ? came.fault : fault, replayed: options.subject });
  } finally {
    await client.close();
    tape.close();
  }
}
