import { clock } from '../model/clock.js';
import type { Plan } from '../model/result/plan.js';
import type { Survey } from '../model/service/survey.js';

/** What is known after the survey, before anything is written. */
export interface AuditPreview extends Plan {
  readonly survey: Survey;
  /** Requests sent so far. */
  readonly requests: number;
  /** The file that keeps what others have while the run writes; absent where it only reads. */
  readonly kept?: string | undefined;
  /** Signs that a service on loopback is another machine behind a port-forward. */
  readonly otherHosts: readonly string[];
}

/** Called before the first write; decides whether the audit continues. */
export type Consent = (foreseen: AuditPreview) => Promise<boolean>;

/** Consent to the audit was declined. */
export class DeclinedError extends Error {
  override readonly name = 'DeclinedError';
}

/** Asks for consent; returns the duration of the answer in milliseconds. Throws {@link DeclinedError}. */
export async function askConsent(consent: Consent, foreseen: AuditPreview): Promise<number> {
  const begun = clock.now();
  if (!(await consent(foreseen))) throw new DeclinedError('nothing was written, because consent was not given');
  return clock.now() - begun;
}
