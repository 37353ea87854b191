import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dryRunAudit } from '../../../src/audit/dry-run.js';
import { draftProfile } from '../../../src/init/draft-profile.js';
import { writeYamlProfile } from '../../../src/init/write/write-profile.js';
import type { Profile } from '../../../src/model/profile/profile.js';
import type { FileProfile } from '../../../src/profile/file/file-content.js';
import type { LoadProfileOptions } from '../../../src/profile/load-options.js';
import { loadProfile } from '../../../src/profile/load-profile.js';
import { buildDocument } from '../document/build-document.js';
import type { Truth } from '../engine/truth.js';
import type { CollectionFacts, ServiceFacts } from '../facts/facts.js';
import { fillTemplate } from '../facts/match-path.js';
import { declareCallers } from './profile/callers.js';
import { writeProfile } from './profile/write-profile.js';

/**
 * What the kit is given beside the base URL. `flag`: `--collection` for each list, `document`: `--openapi` with the honest document,
 * `profile`: all that the design knows, `init`: what `assay init` wrote for the base URL, unedited. A service with access control is
 * closed to a client without credentials, so in each mode the kit also has those of the first caller, as the key `auth` of a profile.
 */
export const modes = ['url', 'flag', 'document', 'profile', 'init'] as const;
export type Mode = (typeof modes)[number];

/** Whether the kit is given the credentials of all callers in a mode. */
export const hasAllCallers = (mode: Mode): boolean => mode === 'profile';

/** A served design, and where files for the kit are written. */
export interface Target {
  readonly facts: ServiceFacts;
  readonly url: string;
  readonly truth: Truth;
  readonly folder: string;
}

/**
 * Limits of an audit that make it take a few seconds: three generated cases for each check, and checks one after another, so that
 * the same design and seed lead to the same requests.
 */
const limits = { cases: 3, concurrency: 1, maxRequests: 6000 } as const;

/** The profile with which the kit audits a served design in a mode. */
export async function chooseProfile(mode: Mode, target: Target): Promise<Profile> {
  const { facts, url: baseUrl, folder: cwd } = target;
  const said: FileProfile = hasAllCallers(mode) ? writeProfile(facts) : declareCallers(facts, 1);
  const options: LoadProfileOptions = {
    ...limits,
    baseUrl,
    cwd,
    env: {},
    permit: mode === 'profile' ? 'floods' : 'deletes',
    said,
  };
  if (mode === 'flag') return loadProfile({ ...options, collections: listAddresses(target) });
  if (mode === 'document') return loadProfile({ ...options, openapi: writeDocumentFile(target) });
  return loadProfile(mode === 'init' ? { ...options, said: await extendDraft(options, said) } : options);
}

function writeDocumentFile({ facts, folder }: Target): string {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(buildDocument(facts)));
  return file;
}

/** The profile that `assay init` writes to a file, with what it never contains: credentials. */
async function extendDraft(options: LoadProfileOptions, said: FileProfile): Promise<FileProfile> {
  const profile = await loadProfile(options);
  const { survey, exclusions } = await dryRunAudit(profile);
  const { text } = writeYamlProfile(draftProfile({ survey, exclusions, profile }), undefined);
  writeFileSync(join(options.cwd, 'assay.yaml'), text);
  return { ...said, extends: './assay.yaml' };
}

/** The address of each list; of a list with a parent, below the first item that the first caller sees. */
const listAddresses = ({ facts, truth }: Pick<Target, 'facts' | 'truth'>): string[] =>
  facts.collections.flatMap((one) => {
    const parents = one.parent ? findIds(one.parent, facts, truth) : [];
    return parents ? fillTemplate(one.listPath, parents) : [];
  });

/** Ids of the first item of a collection and of those that contain it, the outermost first. */
function findIds({ index, parent }: CollectionFacts, facts: ServiceFacts, { others }: Truth): string[] | undefined {
  const isSeen = (owner: string | undefined) => facts.callers.length < 2 || owner === facts.callers[0]?.name;
  const item = others.find(({ collection, owner }) => collection === index && isSeen(owner));
  if (!item) return undefined;
  const ids = [item.id];
  let [above, id] = [parent, item.parent];
  while (above && id !== undefined) {
    ids.unshift(id);
    const [place, known] = [above.index, id];
    id = others.find((one) => one.collection === place && one.id === known)?.parent;
    above = above.parent;
  }
  return ids;
}
