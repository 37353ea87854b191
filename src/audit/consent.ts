import { clock } from '../model/clock.js';
import type { Plan } from '../model/result/plan.js';
import type { Survey } from '../model/service/survey.js';

/** What is known when an audit has looked, and has written nothing yet. */
export interface AuditPreview extends Plan {
  readonly survey: Survey;
  /** Requests that it took to know this. */
  readonly requests: number;
}

/** Asked before anything is written: whether the audit may go on. */
export type Consent = (foreseen: AuditPreview) => Promise<boolean>;

/** Somebody did not want the audit to go on. */
export class DeclinedError extends Error {
  override readonly name = 'Declined';
}

/** Asks, where anybody wants to be asked; gives how long the answer took, in milliseconds. Throws {@link DeclinedError}. */
export async function askConsent(consent: Consent | undefined, foreseen: AuditPreview): Promise<number> {
  if (consent === undefined) return 0;
  const begun = clock.now();
  if (!(await consent(foreseen))) throw new DeclinedError('nothing was written, as nobody said yes');
  return clock.now() - begun;
}
