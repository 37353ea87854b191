import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Every file below a folder, with its content. */
export function readFiles(folder: string): { readonly name: string; readonly text: string; readonly mode: number }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return { name: entry.name, text: readFileSync(file, 'latin1'), mode: statSync(file).mode & 0o777 };
    });
}

/**
 * The canaries that a text holds: whole or a half of them, in small or capital letters, plain or decoded in any of the ways
 * that a reader has, or cut in pieces. Knows nothing of how the kit looks for them.
 */
export function findSecrets(text: string, canaries: Readonly<Record<string, string>>): string[] {
  const readings = [...listDecodings(text)].map((reading) => reading.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  return Object.entries(canaries).flatMap(([name, canary]) => {
    const bare = canary.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
    const half = Math.floor(bare.length / 2);
    const parts = [bare.slice(0, half), bare.slice(half)];
    return parts.some((part) => readings.some((reading) => reading.includes(part))) ? [name] : [];
  });
}

/** The text, and its decoded forms, up to three times. */
function listDecodings(text: string): Set<string> {
  const known = new Set([text]);
  let latest = [text];
  for (let depth = 0; depth < 3; depth += 1) {
    latest = latest
      .flatMap((one) => [unescapeText(one), decodeBase64(one), decodeHex(one)])
      .filter((one) => !known.has(one));
    for (const one of latest) known.add(one);
  }
  return known;
}

const unescapeText = (text: string): string =>
  text
    .replaceAll(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\\+u([0-9a-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/&#([0-9]+);/g, (_, digits) => String.fromCharCode(Number(digits)));

/** Each run of base64 read from each of its first four characters, its lines joined. */
const decodeBase64 = (text: string): string => {
  const joined = text.replaceAll(/(\\n|\s)+/g, '');
  return [text, joined]
    .flatMap((one) => one.match(/[\w+/-]{16,}/g) ?? [])
    .flatMap((run) => [0, 1, 2, 3].map((offset) => Buffer.from(run.slice(offset), 'base64').toString('latin1')))
    .join('\n');
};

const decodeHex = (text: string): string =>
  (text.match(/(?:[0-9a-f]{2}){10,}/gi) ?? [])
    .flatMap((run) => [run, run.slice(1)].map((one) => Buffer.from(one, 'hex').toString('latin1')))
    .join('\n');
