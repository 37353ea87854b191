import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { permissions } from '../model/permission.js';
import type { Profile } from '../model/profile/profile.js';

/** The channel on which undici publishes each request whose header section has been written. */
const requestSent = 'undici:client:sendHeaders';

/**
 * Loads what an audit needs after its first request while the response is awaited: not before, which would delay the request.
 * Returns a function that stops waiting for a request.
 */
export function loadWhileWaiting({ permit }: Profile): () => void {
  const stop = () => unsubscribe(requestSent, load);
  const load = () => {
    stop();
    const isWriting = permissions.indexOf(permit) >= permissions.indexOf('writes');
    // A module that cannot be loaded is reported where it is used.
    setImmediate(() => loadStages(isWriting).catch(() => undefined));
  };
  subscribe(requestSent, load);
  return stop;
}

async function loadStages(isWriting: boolean): Promise<void> {
  await import('../survey/survey.js');
  await import('../run/run.js');
  if (!isWriting) return;
  const { loadAjv } = await import('../generate/create-ajv.js');
  loadAjv();
}
