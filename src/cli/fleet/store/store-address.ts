import { UsageError } from '../../usage-error.js';

/** A place in an object store: a bucket, and the prefix of all keys. */
export interface StoreAddress {
  readonly bucket: string;
  /** Without slashes at its ends; empty for the whole bucket. */
  readonly prefix: string;
}

const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** One part of a prefix: a safe name of a folder, and the same in a URL. */
const partPattern = /^(?!\.+$)[A-Za-z0-9._-]{1,200}$/;

/** Whether an argument names an object store, and no folder. */
export const isStoreAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(text);

/** Parses `s3://bucket/prefix`. Throws UsageError for anything else that looks like a URL. */
export function parseStoreAddress(text: string): StoreAddress {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]*)\/?(.*)$/.exec(text) ?? [];
  if (bucket === '') throw new UsageError(`${text} is not a folder and no s3:// address; give s3://BUCKET/PREFIX`);
  const prefix = path.replace(/\/$/, '');
  if (!bucketPattern.test(bucket)) throw new UsageError(`${text}: ${bucket} is not the name of a bucket`);
  if (prefix !== '' && !prefix.split('/').every((part) => partPattern.test(part)))
    throw new UsageError(
      `${text}: a prefix consists of letters, digits, dots, hyphens and underscores, with / between`,
    );
  return { bucket, prefix };
}

/** The address as the user writes it. */
export const formatStoreAddress = ({ bucket, prefix }: StoreAddress): string =>
  `s3://${[bucket, prefix].filter((part) => part !== '').join('/')}`;
