import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { prepareNotes } from './prepare-notes.js';

/** The file with the digest of each other one, as `sha256sum --check` reads it. */
export const sumsFile = 'SHA256SUMS';

/**
 * Builds the files of the release with a tag in `out`, an absolute path, from the commit of a checkout with installed dependencies: the package, notes,
 * a list of its components (CycloneDX), what the image is built from, a provenance statement (in-toto, SLSA 1.0, unsigned) and digests.
 * Returns their names. Throws where the checkout is no release, or a command fails.
 */
export function buildReleaseFiles(checkout: string, tag: string, out: string): readonly string[] {
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: checkout, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 28 });
  const read = (file: string) => readFileSync(join(checkout, file), 'utf8');
  const manifest = JSON.parse(read('package.json'));
  const notes = prepareNotes({ tag, manifest, changelog: read('CHANGELOG.md') });
  mkdirSync(out, { recursive: true });
  run('npm', 'pack', '--pack-destination', out, '--silent');
  writeFileSync(join(out, 'notes.md'), `${notes}\n`);
  writeFileSync(join(out, 'sbom.cdx.json'), listComponents(manifest, read('package-lock.json')));
  const context = run('git', 'archive', '--format=tar', 'HEAD', ...listImageContext(read('Dockerfile')));
  writeFileSync(join(out, 'image-context.tar.gz'), gzipSync(context, { level: 9 }));
  const built = readdirSync(out).sort();
  const digest = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(out, name)))
      .digest('hex');
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: built.map((name) => ({ name, digest: { sha256: digest(name) } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: `${manifest.homepage.split('#')[0]}/blob/${tag}/docs/releasing.md`,
        externalParameters: { version: manifest.version },
        internalParameters: { node: process.version, npm: run('npm', '--version').toString().trim() },
        resolvedDependencies: [
          {
            uri: `${manifest.repository.url}@refs/tags/${tag}`,
            digest: { gitCommit: run('git', 'rev-parse', 'HEAD').toString().trim() },
          },
        ],
      },
      runDetails: { builder: { id: `${manifest.homepage.split('#')[0]}/blob/${tag}/tools/release/main.ts` } },
    },
  };
  writeFileSync(join(out, 'provenance.json'), `${JSON.stringify(statement, null, 2)}\n`);
  const names = [...built, 'provenance.json'];
  writeFileSync(join(out, sumsFile), names.map((name) => `${digest(name)}  ${name}\n`).join(''));
  return [...names, sumsFile];
}

/** What an installation runs (CycloneDX). `npm sbom --omit dev` leaves out what a development dependency needs, too, so it gets the others only. */
function listComponents({ devDependencies: _, ...manifest }: Record<string, unknown>, lock: string): Buffer {
  const folder = join(mkdtempSync(join(tmpdir(), 'assay-')), 'assay');
  mkdirSync(folder);
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'package-lock.json'), lock);
    const npm = (...args: string[]) =>
      execFileSync('npm', [...args, '--package-lock-only', '--silent'], { cwd: folder });
    npm('install', '--ignore-scripts', '--no-audit', '--no-fund');
    return npm('sbom', '--sbom-format', 'cyclonedx');
  } finally {
    rmSync(dirname(folder), { recursive: true, force: true });
  }
}

/** What an image is built from: the Dockerfile, and all that it copies from the checkout. */
export function listImageContext(dockerfile: string): readonly string[] {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '));
  return ['Dockerfile', '.dockerignore', ...copied];
}
