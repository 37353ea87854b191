import { UsageError } from '../usage-error.js';
import { getTargetFolder } from './fleet-state.js';
import type { ResultPlace } from './store/result-place.js';

/** Copies the result of a target to the object store. Where that fails, says so; the result stays in the local folder. */
export async function sendResult(
  { folder, store }: ResultPlace,
  target: string,
  note: (line: string) => void,
): Promise<boolean> {
  try {
    await store?.sendTarget(target);
    return true;
  } catch (error) {
    note(`${describeStoreError(error)}; its report is kept in ${getTargetFolder(folder, target)}`);
    return false;
  }
}

/** The message of an error of the object store. Throws any other error. */
export function describeStoreError(error: unknown): string {
  if (error instanceof UsageError || (error as Error).name === 'UnreachableError') return (error as Error).message;
  throw error;
}
