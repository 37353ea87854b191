import { join } from 'node:path';
import type { AwsV4Signer } from 'aws4fetch';
import { UsageError } from '../../model/profile/usage-error.js';
import { readEnvFile } from '../../profile/file/read-env-file.js';
import { getTargetFolder } from '../run/fleet-state.js';
import { createFleetStore, type FleetStore } from './fleet-store.js';
import { createObjectStore } from './object-store.js';
import { createSender } from './send-request.js';
import {
  formatStoreAddress,
  isStoreAddress,
  parseStoreAddress,
  readStoreSettings,
  type StoreSettings,
} from './store-location.js';

export interface ResultPlace {
  /** The local folder, in which audits write in any case. */
  readonly folder: string;
  /** The object store to which results are copied, if one was named. */
  readonly store?: FleetStore;
}

/** Where audits write whose results are copied to an object store. */
const localFolder = 'fleet-reports-s3';

/**
 * Opens the place that `--out` names: a folder, or `s3://bucket/prefix`. Without a folder, audits with an object store write
 * below `fleet-reports-s3`. Throws UsageError for a wrong address, missing credentials, and a missing package.
 */
export async function openResultPlace(
  out: string,
  env: Readonly<Record<string, string | undefined>>,
  folder?: string,
): Promise<ResultPlace> {
  if (!isStoreAddress(out)) return { folder: out };
  const address = parseStoreAddress(out);
  const settings = readStoreSettings(formatStoreAddress(address), { ...readEnvFile(process.cwd()), ...env });
  const local = folder ?? join(localFolder, nameEndpoint(settings), address.bucket, address.prefix);
  const send = createSender(await loadSigner(out), settings, address.bucket);
  return { folder: local, store: createFleetStore(createObjectStore(address, send), local) };
}

/** Buckets of different stores can have the same name. */
const nameEndpoint = ({ endpoint }: StoreSettings): string => new URL(endpoint).host.replaceAll(/[^\w.-]+/g, '-');

async function loadSigner(out: string): Promise<typeof AwsV4Signer> {
  try {
    return (await import('aws4fetch')).AwsV4Signer;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError(`${out} needs one more package; install it beside assay: npm install aws4fetch`);
  }
}

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
