import { systemClock, useClock } from '../../src/demo/clock.js';
import { createCredentialFields, createDemoCredentials } from '../../src/demo/service/access/callers.js';
import { startDemo } from '../../src/demo/start-demo.js';
import { allFaults } from '../faults/all-faults.js';
import { openRecordingClient, useOrders } from './client-script.js';
import type { ServiceRecording } from './judge-recording.js';

/** Records what a fixed client does with the demo. */
export async function recordDemo(dialect: readonly string[], fault?: string): Promise<ServiceRecording> {
  const demo = await startDemo({ faults: allFaults, dialect, ...(fault !== undefined && { fault }) });
  const client = openRecordingClient(demo.url, readCredential(dialect));
  // The time of the recording: limits and lifetimes of the service must not depend on the speed of the machine.
  const before = useClock({ ...systemClock, now: client.now, epochMs: client.now });
  try {
    await useOrders(client);
    const openapi = await (await fetch(`${demo.url}/openapi.json`)).text();
    return { url: demo.url, entries: client.entries, openapi };
  } finally {
    useClock(before);
    await demo.close();
  }
}

/** The credential of the full caller, where a variant needs one. */
const readCredential = (dialect: readonly string[]): Readonly<Record<string, string>> =>
  dialect.some((one) => one.startsWith('access-'))
    ? createCredentialFields(createDemoCredentials(dialect.includes('access-basic') ? 'basic' : 'bearer').full).headers
    : {};
