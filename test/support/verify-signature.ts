import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** With what the requests to a store are signed. */
export interface Keys {
  readonly id: string;
  readonly secret: string;
  readonly token?: string;
  readonly region: string;
}

/** A request as it arrived. */
export interface SignedRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** Computes the signature (AWS Signature Version 4) of a request anew, and compares it. */
export function isSigned(request: SignedRequest, { id, secret, token, region }: Keys): boolean {
  const { headers } = request;
  const { authorization = '' } = headers;
  const [, credential, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+),\s?SignedHeaders=(\S+),\s?Signature=(\w+)$/.exec(authorization) ?? [];
  const time = String(headers['x-amz-date']);
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const signed = names.split(';');
  const required = Object.keys(headers).filter((name) => name.startsWith('x-amz-'));
  if (credential !== `${id}/${scope}` || ![...required, 'host'].every((name) => signed.includes(name))) return false;
  if (token !== undefined && headers['x-amz-security-token'] !== token) return false;
  return signature === computeSignature(request, { signed, scope, secret });
}

interface Signing {
  readonly signed: readonly string[];
  readonly scope: string;
  readonly secret: string;
}

function computeSignature({ method, url = '', headers }: SignedRequest, { signed, scope, secret }: Signing): string {
  const [path = '', query = ''] = url.split('?');
  const canonical = [
    method,
    path.split('/').map(encode).join('/'),
    query.split('&').sort().map(encodePair).join('&'),
    ...signed.map((name) => `${name}:${headers[name]}`),
    '',
    signed.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n');
  const key = scope.split('/').reduce<Buffer | string>(sign, `AWS4${secret}`);
  return sign(key, text).toString('hex');
}

const encodePair = (pair: string): string =>
  pair
    .split('=')
    .map((part) => encode(part.replaceAll('+', ' ')))
    .join('=');

/** All but unreserved characters are encoded, whatever the sender encoded. */
const encode = (text: string): string =>
  encodeURIComponent(decodeURIComponent(text)).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const sign = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
