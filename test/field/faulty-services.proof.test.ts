import { describe, expect, test } from 'vitest';
import { readCredential } from '../../tools/field/faults/audit-case.js';
import { createCall } from '../../tools/field/faults/create-call.js';
import { classes, type Fault } from '../../tools/field/faults/fault.js';
import { checkEdits, loadServices } from '../../tools/field/faults/load-services.js';
import { hasNeighbour, startNeighbour } from '../../tools/field/faults/neighbour.js';
import { startProcess } from '../../tools/field/start-process.js';

/** What a fault shows on a fresh service, with the fault or without. */
async function show(service: string, fault: Fault, ...args: readonly string[]): Promise<unknown> {
  const running = await startProcess(process.execPath, ['field/faulty/run.mjs', service, ...args]);
  try {
    return await fault.show(createCall(running.url));
  } finally {
    await running.close();
  }
}

const services = await loadServices();

/** The rebuilt faults of a publication, which are as many and of such classes as published. */
const isPublished = ({ name }: { name: string }) => name === 'rest-faults';

test.each(services.filter((service) => !isPublished(service)))(
  'the 60 faults of $name have different names and cover every class',
  ({ faults }) => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(60);
    expect(new Set(faults.map((fault) => fault.class))).toEqual(new Set(classes));
  },
);

test.each(services.filter(isPublished))('the 10 faults of $name have different names', ({ faults }) => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(10);
});

test.each(services.filter(({ name }) => hasNeighbour(name)))(
  'another client of $name is refused nothing',
  async ({ name }) => {
    const running = await startProcess(process.execPath, ['field/faulty/run.mjs', name]);
    try {
      expect(await startNeighbour(name, running.url, readCredential(name)).stop()).toBeGreaterThan(6);
    } finally {
      await running.close();
    }
  },
);

describe.each(services)('$name', ({ name, faults }) => {
  test.each(faults)('shows $name, and the same twice without it', async (fault) => {
    expect(() => checkEdits(name, fault)).not.toThrow();
    const runs = [[], [], [fault.name]].map((args) => show(name, fault, ...args));
    const [sound, again, faulty] = await Promise.all(runs);
    expect(again).toEqual(sound);
    expect(faulty).not.toEqual(sound);
  });
});
