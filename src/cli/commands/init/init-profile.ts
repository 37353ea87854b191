import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type DryRunResult, dryRunAudit } from '../../../audit/dry-run.js';
import type { Draft } from '../../../init/draft-passage.js';
import { draftProfile } from '../../../init/draft-profile.js';
import { writeJsonProfile, writeYamlProfile } from '../../../init/write/write-profile.js';
import type { Profile } from '../../../model/profile/profile.js';
import { UsageError } from '../../../model/profile/usage-error.js';
import { shortenPath } from '../../../model/values/shorten-path.js';
import { stringifyYaml } from '../../../profile/file/stringify-yaml.js';
import { loadProfile } from '../../../profile/load-profile.js';
import { type AccessFlags, toAccessOptions } from '../../options/access-options.js';
import { chooseDocument, type SourceFlags, toSourceOptions } from '../../options/source-options.js';
import { createInterruption } from '../../process/interruption.js';
import { listAccessArguments } from './access-arguments.js';
import { askKeys, requireTerminal } from './ask-keys.js';
import { summarizeInit } from './init-summary.js';
import { checkText, writeProfileFile } from './write-profile-file.js';

export interface InitFlags extends AccessFlags, SourceFlags {
  readonly profile?: string;
  readonly out?: string;
  readonly force?: boolean;
  readonly stdout?: boolean;
  readonly interactive?: boolean;
}

const terminal = { input: process.stdin, output: process.stdout };

const schemaPath = join('node_modules', 'assay', 'src', 'profile', 'profile.schema.json');

/** Surveys a service and writes the result as a profile; never writes to the service. Returns the exit code. */
export async function initProfile(baseUrl: string | undefined, flags: InitFlags): Promise<number> {
  if (flags.interactive) requireTerminal(terminal);
  const file = resolve(flags.out ?? flags.profile ?? chooseDefaultFile());
  const before = readPreviousText(file, flags);
  const profile = await loadInitProfile(baseUrl, flags, before === undefined ? undefined : file);
  const dryRun = await dryRunUndeclared(profile);
  if (dryRun.crash !== undefined) throw new Error(dryRun.crash);
  if (dryRun.isInterrupted) return 130;
  const draft = createDraft(dryRun, profile, flags, file);
  const isJson = file.endsWith('.json');
  const write = (one: Draft) =>
    isJson ? writeJsonProfile(one, before) : writeYamlProfile(one, before ?? buildSchemaLine(file));
  const check = (one: Draft) => checkText(file, write(one).text);
  const known = isJson && before !== undefined ? stringifyYaml(JSON.parse(before)) : before;
  const { open } = writeYamlProfile(draft, known);
  const answered = flags.interactive ? await askKeys({ draft, open, check, ...terminal }) : draft;
  if (answered === undefined) return 130;
  const written = write(answered);
  await checkText(file, written.text);
  if (flags.stdout) process.stdout.write(written.text);
  else writeProfileFile(file, written.text, flags.force === true);
  const summary = dryRun.redact(
    summarizeInit(written, dryRun, {
      file: shortenPath(file),
      baseUrl: profile.baseUrl,
      before,
      isPrinted: flags.stdout === true,
      access: listAccessArguments(flags, profile.headers),
    }),
  );
  (flags.stdout ? process.stderr : process.stdout).write(`${summary.join('\n')}\n`);
  return 0;
}

const chooseDefaultFile = (): string =>
  ['assay.yaml', 'assay.yml', 'assay.json'].find((name) => existsSync(name)) ?? 'assay.yaml';

/** Returns the existing profile whose values are kept. */
function readPreviousText(file: string, { profile, force }: InitFlags): string | undefined {
  const source = profile === undefined ? file : resolve(profile);
  if (force || !existsSync(source)) {
    if (profile !== undefined && !force) throw new UsageError(`${profile}: no such file`);
    return undefined;
  }
  try {
    return readFileSync(source, 'utf8');
  } catch (error) {
    const why =
      (error as NodeJS.ErrnoException).code === 'EISDIR' ? 'is a folder, not a file' : (error as Error).message;
    throw new UsageError(`${shortenPath(source)} ${why}; name a file with --out, such as assay.yaml`);
  }
}

/** A profile that was found but not named can describe another host. Its credentials must not be sent to this one. */
async function loadInitProfile(baseUrl: string | undefined, flags: InitFlags, kept: string | undefined) {
  const { profile: named, out } = flags;
  const profile = await loadProfile({
    baseUrl,
    file: named ?? (out !== undefined && kept !== undefined ? out : undefined),
    ...toSourceOptions(flags),
    ...toAccessOptions(flags),
    cwd: process.cwd(),
    env: process.env,
  });
  if (kept !== undefined && profile.file === undefined)
    throw new UsageError(
      `${shortenPath(kept)} describes another host; choose another --out, or replace it with --force`,
    );
  return profile;
}

/** Leaves the declarations of the user out of the survey, so that differences from the service are found. */
async function dryRunUndeclared(profile: Profile): Promise<DryRunResult> {
  const interruption = createInterruption();
  try {
    const { idempotency: _, pagination: __, ...rest } = profile;
    const free = { ...rest, resources: [] };
    const dryRun = await dryRunAudit(free, { signal: interruption.signal });
    const unseen = profile.resources
      .map(({ collection }) => collection)
      .filter((path) => !path.includes('{') && !dryRun.survey.collections.some((found) => found.path === path));
    if (unseen.length === 0 || dryRun.isInterrupted || dryRun.crash !== undefined) return dryRun;
    const paths = [
      ...new Set([...profile.collections, ...dryRun.survey.collections.map(({ path }) => path), ...unseen]),
    ];
    return await dryRunAudit(
      { ...free, collections: paths.filter((path) => !path.includes('{')) },
      { signal: interruption.signal },
    );
  } finally {
    interruption.stop();
  }
}

function createDraft({ survey, exclusions }: DryRunResult, profile: Profile, flags: InitFlags, file: string) {
  const openapi = chooseDocument(flags);
  const named =
    openapi === undefined || /^https?:/i.test(openapi) ? openapi : relative(dirname(file), resolve(openapi));
  return draftProfile({ survey, exclusions, profile, openapi: named, tokenEnv: flags.tokenEnv });
}

/** The comment by which editors find the schema; empty where the kit is not installed in the folder or above. */
function buildSchemaLine(file: string): string {
  for (let folder = dirname(resolve(file)); ; folder = dirname(folder)) {
    const found = join(folder, schemaPath);
    if (existsSync(found))
      return `# yaml-language-server: $schema=${relative(dirname(resolve(file)), found)
        .split(sep)
        .join('/')}\n`;
    if (folder === dirname(folder)) return '';
  }
}
