import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { Certificate } from '../../model/access.js';
import type { Problem } from '../../model/profile/profile-error.js';
import { Secret } from '../../model/secret.js';

/** A client certificate as the schema defines it: paths of files. */
export interface DeclaredCertificate {
  readonly cert?: string;
  readonly key?: string;
  readonly pfx?: string;
  readonly passphrase?: string;
}

/** `tls` as the schema defines it. */
export interface DeclaredTls extends DeclaredCertificate {
  readonly ca?: string | readonly string[];
  readonly insecure?: boolean;
}

export type ProblemFactory = (key: string, message: string) => Problem;

/** Reads a client's certificate and key from files relative to `folder`, and checks that they match. */
export function readCertificate(
  { cert, key, pfx, passphrase }: DeclaredCertificate,
  folder: string,
  complain: ProblemFactory,
): { readonly certificate: Certificate; readonly problems: readonly Problem[] } {
  const files = readFiles({ cert, key, pfx }, folder, complain);
  const missing =
    (cert === undefined) !== (key === undefined)
      ? [
          complain(
            cert === undefined ? 'key' : 'cert',
            `a certificate needs both cert and key; give ${cert === undefined ? 'cert' : 'key'}, too`,
          ),
        ]
      : [];
  const certificate: Certificate = {
    ...(files.found.cert && { cert: files.found.cert.toString() }),
    ...(files.found.key && { key: new Secret('key', files.found.key.toString()) }),
    ...(files.found.pfx && { pfx: new Secret('pfx', files.found.pfx.toString('base64')) }),
    ...(passphrase !== undefined && { passphrase: new Secret('passphrase', passphrase) }),
  };
  const problems = [...files.problems, ...missing];
  return { certificate, problems: problems.length > 0 ? problems : findMismatches(certificate, complain) };
}

export const listCertificateSecrets = ({ key, pfx, passphrase }: Certificate): Secret[] =>
  [key, pfx, passphrase].filter((secret) => secret instanceof Secret);

export function readTls({ ca, insecure, ...own }: DeclaredTls, folder: string, complain: ProblemFactory) {
  const { certificate, problems } = readCertificate(own, folder, complain);
  const named = [ca ?? []].flat();
  const read = named.map((file) => readFiles({ ca: file }, folder, complain));
  const texts = read.flatMap(({ found }) => (found.ca ? [found.ca.toString()] : []));
  const empty = named.filter((_, i) => read[i]?.found.ca?.includes('-----BEGIN CERTIFICATE-----') === false);
  return {
    tls: { ...certificate, ...(texts.length > 0 && { ca: texts }), ...(insecure && { isInsecure: true }) },
    problems: [
      ...problems,
      ...read.flatMap((some) => some.problems),
      ...empty.map((file) =>
        complain('ca', `${file} contains no certificate in PEM form; give a file with -----BEGIN CERTIFICATE-----`),
      ),
    ],
  };
}

function readFiles(files: Readonly<Record<string, string | undefined>>, folder: string, complain: ProblemFactory) {
  const found: Record<string, Buffer> = {};
  const problems: Problem[] = [];
  for (const [key, file] of Object.entries(files)) {
    if (file === undefined) continue;
    try {
      found[key] = readFileSync(resolve(folder, file));
    } catch (error) {
      problems.push(complain(key, `${file} cannot be read (${(error as NodeJS.ErrnoException).code})`));
    }
  }
  return { found, problems };
}

function findMismatches({ cert, key, pfx, passphrase }: Certificate, complain: ProblemFactory): Problem[] {
  if (cert === undefined && pfx === undefined) return [];
  try {
    createSecureContext({
      ...(cert !== undefined && { cert }),
      ...(key && { key: key.reveal() }),
      ...(pfx && { pfx: Buffer.from(pfx.reveal(), 'base64') }),
      ...(passphrase && { passphrase: passphrase.reveal() }),
    });
    return [];
  } catch (error) {
    return [complain(pfx ? 'pfx' : 'cert', `the certificate cannot be used: ${(error as Error).message}`)];
  }
}
