import type { Fault } from '../../src/demo/start-demo.js';
import { type AuditChoice, auditDemoOnce } from '../matrix/audit-demo.js';

/** When an audit first saw a fault. */
export interface Detection {
  /** Requests that the audit had sent when the first failing case ended, those of the survey included. */
  readonly requests: number;
  /** The rule that was violated. */
  readonly rule: string;
}

/**
 * Audits the demo with a fault until a rule that the fault names is violated, with one check at a time, so that requests of other checks
 * are not counted. Returns undefined where the audit ends without such a violation.
 */
export async function detectFault(
  fault: Fault,
  seed: number,
  choice: Pick<AuditChoice, 'only'> = {},
): Promise<Detection | undefined> {
  const found = new AbortController();
  let sent = 0;
  let detection: Detection | undefined;
  const setup = { fault, dialect: fault.dialect ?? [], seed };
  await auditDemoOnce(setup, {
    ...choice,
    signal: found.signal,
    onExchange: ({ end }) => {
      if (end === undefined) sent += 1;
    },
    onResult: ({ rule, verdict, requests, foundAfter = requests }) => {
      if (detection !== undefined || verdict !== 'violated' || !fault.violates.includes(rule)) return;
      // The requests after the first failing case made the case smaller and reproduced it.
      detection = { requests: sent - (requests - foundAfter), rule };
      found.abort();
    },
  });
  return detection;
}
