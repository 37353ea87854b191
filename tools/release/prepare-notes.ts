/** What a release is made from. */
export interface ReleaseSources {
  /** The name of the tag, such as `v1.2.0`. */
  readonly tag: string;
  readonly manifest: { readonly version: string; readonly repository?: { readonly url: string } };
  /** The text of CHANGELOG.md. */
  readonly changelog: string;
}

/** The owner of the repository in package.json until the first release. */
export const placeholderOwner = 'OWNER';

/** The section of the changelog for a tag. Throws where the tag, package.json and the changelog are not ready for a release. */
export function prepareNotes({ tag, manifest, changelog }: ReleaseSources): string {
  const { version, repository } = manifest;
  if (tag !== `v${version}`) throw new Error(`the tag is ${tag}, and package.json has version ${version}`);
  if (repository === undefined || repository.url.includes(`/${placeholderOwner}/`))
    throw new Error('package.json does not name the repository yet: --repository OWNER/NAME writes it everywhere');
  const notes = findSection(changelog, version);
  if (notes === undefined) throw new Error(`CHANGELOG.md has no heading "## [${version}]" with text below it`);
  return notes;
}

function findSection(changelog: string, version: string): string | undefined {
  const section = changelog.split(/^## /m).find((text) => text.startsWith(`[${version}]`));
  const text = section?.slice(section.indexOf('\n') + 1).trim();
  return text === '' ? undefined : text;
}
