import { join } from 'node:path';
import type { AwsV4Signer } from 'aws4fetch';
import { readEnvFile } from '../../../profile/file/read-env-file.js';
import { UsageError } from '../../usage-error.js';
import { createFleetStore, type FleetStore } from './fleet-store.js';
import { createObjectStore } from './object-store.js';
import { createSender } from './send-request.js';
import { formatStoreAddress, isStoreAddress, parseStoreAddress } from './store-address.js';
import { readStoreSettings, type StoreSettings } from './store-settings.js';

/** Where the results of a fleet are. */
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
export async function openResultPlace(out: string, folder?: string): Promise<ResultPlace> {
  if (!isStoreAddress(out)) return { folder: out };
  const address = parseStoreAddress(out);
  const settings = readStoreSettings(formatStoreAddress(address), { ...readEnvFile(process.cwd()), ...process.env });
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
