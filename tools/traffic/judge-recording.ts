import type { HarEntry } from './client-script.js';
import { judgeEntries } from './judge-entries.js';

/** What clients exchanged with a service, and its document. */
export interface ServiceRecording {
  readonly url: string;
  readonly entries: readonly HarEntry[];
  readonly openapi?: string | undefined;
}

/** A violation or a suspicion of recorded traffic. */
export interface TrafficStatement {
  readonly rule: string;
  readonly subject: string;
  readonly verdict: 'violated' | 'suspected';
  readonly why: string;
}

/** Statements about a recording, and counts. */
export interface JudgedRecording {
  readonly exchanges: number;
  /** Exchanges with a violation or a suspicion. */
  readonly flawed: number;
  readonly held: number;
  readonly statements: readonly TrafficStatement[];
}

/** Judges a recording as `assay traffic` does. */
export async function judgeRecording({ url, entries, openapi }: ServiceRecording): Promise<JudgedRecording> {
  const { results, traffic } = await judgeEntries(entries, url, openapi === undefined ? {} : { openapi });
  const { exchanges = 0, flawed = 0 } = traffic ?? {};
  const statements = results.flatMap(({ rule, subject, verdict, cause, evidence }): TrafficStatement[] => {
    const said = verdict === 'violated' ? verdict : cause === 'suspected' ? cause : undefined;
    return said === undefined ? [] : [{ rule, subject, verdict: said, why: String(evidence?.actual) }];
  });
  return { exchanges, flawed, held: results.filter(({ verdict }) => verdict === 'held').length, statements };
}
