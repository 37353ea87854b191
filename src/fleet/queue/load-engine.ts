import type * as BullMq from 'bullmq';
import type { Redis } from 'ioredis';
import { UnreachableError } from '../../http/connectivity.js';
import { UsageError } from '../../model/profile/usage-error.js';

export interface QueueEngine {
  readonly bullmq: typeof BullMq;
  readonly connection: Redis;
  /** How often the connection was lost and is there again. */
  countReconnects(): number;
  close(): Promise<void>;
}

/** Name of the queue of a fleet: workers with the same fleet file take its jobs. */
export const nameQueue = (fleet: string): string => `assay-fleet-${fleet.replaceAll(/[^\w.-]+/g, '-')}`;

/** Time for the first connection, in milliseconds. Later the client connects again for as long as it takes. */
const connectMs = 10_000;

/**
 * Loads BullMQ and ioredis, which are installed separately, and connects. Throws UsageError if they are missing or the URL
 * is none, UnreachableError if Redis does not answer. No message contains the URL, which can have a password.
 */
export async function openEngine(url: string, note: (line: string) => void): Promise<QueueEngine> {
  if (!/^rediss?:\/\/./.test(url) || !URL.canParse(url))
    throw new UsageError('--queue takes a Redis URL, such as redis://127.0.0.1:6379');
  const { bullmq, Redis: Client } = await loadPackages();
  const connection = new Client(url, { maxRetriesPerRequest: null, lazyConnect: true, connectTimeout: connectMs });
  let isLost = false;
  let reconnects = 0;
  // Errors of a lost connection repeat with each attempt; only the loss and its end are reported.
  connection.on('error', () => undefined);
  connection.on('reconnecting', () => {
    if (!isLost) note('Redis: the connection is lost; trying again until it is there');
    isLost = true;
  });
  connection.on('ready', () => {
    if (!isLost) return;
    isLost = false;
    reconnects += 1;
    note('Redis: connected again');
  });
  try {
    await connection.connect();
    await connection.ping();
  } catch (error) {
    connection.disconnect();
    throw new UnreachableError(`Redis at ${new URL(url).host} cannot be used: ${(error as Error).message}`);
  }
  return { bullmq, connection, countReconnects: () => reconnects, close: async () => connection.disconnect() };
}

async function loadPackages(): Promise<{ bullmq: typeof BullMq; Redis: typeof Redis }> {
  try {
    const [bullmq, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bullmq, Redis: ioredis.Redis };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError('--queue needs two more packages; install them beside assay: npm install bullmq ioredis');
  }
}
