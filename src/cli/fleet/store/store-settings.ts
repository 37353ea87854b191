import { UsageError } from '../../usage-error.js';

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
export function readStoreSettings(address: string, env: NodeJS.ProcessEnv): StoreSettings {
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
  return { endpoint, region, accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

function requireVariable(name: string, address: string, env: NodeJS.ProcessEnv): string {
  const value = env[name];
  if (value) return value;
  throw new UsageError(
    `${address}: the environment variable ${name} is not set; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_SESSION_TOKEN for temporary credentials`,
  );
}
