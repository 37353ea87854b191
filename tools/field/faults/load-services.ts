import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repositoryRoot } from '../repository-root.js';
import type { Fault } from './fault.js';

/** A service of `field/` together with its faults. */
export interface FaultyService {
  readonly name: string;
  readonly faults: readonly Fault[];
}

interface Loader {
  listServices(): string[];
  loadFaults(service: string): Promise<readonly Fault[]>;
  groupEdits(service: string, fault: Fault): unknown;
}

const importFaulty = (file: string) => import(pathToFileURL(join(repositoryRoot, 'field/faulty', file)).href);
const loader: Loader = await importFaulty('load-faults.mjs');
const heldOut: { isHeldOut(name: string): boolean } = await importFaulty('held-out.mjs');

/** Whether only the total of the half that a fault belongs to is published; its name decides. */
export const isHeldOut = (name: string): boolean => heldOut.isHeldOut(name);

/** All services that have faults, with their faults. */
export const loadServices = (): Promise<FaultyService[]> =>
  Promise.all(loader.listServices().map(async (name) => ({ name, faults: await loader.loadFaults(name) })));

/**
 * Checks the edits of a fault.
 *
 * @throws Error if a text to find does not occur exactly once in its file
 */
export function checkEdits(service: string, fault: Fault): void {
  loader.groupEdits(service, fault);
}
