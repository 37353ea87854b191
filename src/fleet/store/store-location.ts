import { UsageError } from '../../model/profile/usage-error.js';

const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** One part of a prefix: a safe name of a folder, and the same in a URL. */
const partPattern = /^(?!\.+$)[A-Za-z0-9._-]{1,200}$/;

/** How an object store is reached: from the environment variables that other clients read, too. */
export interface StoreSettings {
  /** Without a slash at its end. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Reads the settings of an object store. Throws UsageError, which names variables and never values. */
export function readStoreSettings(address: string, env: Readonly<Record<string, string | undefined>>): StoreSettings {
  const accessKeyId = requireVariable('AWS_ACCESS_KEY_ID', address, env);
  const secretAccessKey = requireVariable('AWS_SECRET_ACCESS_KEY', address, env);
  const named = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL;
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || (named ? 'us-east-1' : undefined);
  if (region === undefined)
    throw new UsageError(
      `${address}: set AWS_REGION to the region of the bucket, or AWS_ENDPOINT_URL to the address of another store`,
    );
  const endpoint = (named || `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '');
  if (!/^https?:\/\/[^@?#]+$/i.test(endpoint) || !URL.canParse(endpoint))
    throw new UsageError(`${address}: AWS_ENDPOINT_URL is not an http:// or https:// URL`);
  const sessionToken = env.AWS_SESSION_TOKEN;
  return { endpoint, region, accessKeyId, secretAccessKey, sessionToken: sessionToken || undefined };
}

function requireVariable(name: string, address: string, env: Readonly<Record<string, string | undefined>>): string {
  const value = env[name];
  if (value) return value;
  throw new UsageError(
    `${address}: the environment variable ${name} is not set; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_SESSION_TOKEN for temporary credentials`,
  );
}

export interface StoreAddress {
  readonly bucket: string;
  /** Without slashes at its ends; empty for the whole bucket. */
  readonly prefix: string;
}

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
