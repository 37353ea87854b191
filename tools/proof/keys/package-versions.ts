/** The parts of a package in `package-lock.json` that are read here. */
interface LockedPackage {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** Reads `package-lock.json`. */
export const readLockedPackages = (text: string): LockedPackages => JSON.parse(text).packages;

/** The installed versions of packages and of all that they depend on, in order, as `name@version`. Throws for a package that is not locked. */
export function listVersions(libraries: readonly string[], packages: LockedPackages): string[] {
  const found = new Set<string>();
  const visit = (place: string): void => {
    if (found.has(place)) return;
    found.add(place);
    const { dependencies, peerDependencies } = packages[place] ?? {};
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      const inner = findInstalled(name, place, packages);
      if (inner !== undefined) visit(inner);
    }
  };
  for (const name of libraries) {
    const place = `node_modules/${name}`;
    if (!packages[place]) throw new Error(`package-lock.json has no package ${name}`);
    visit(place);
  }
  return [...found].map((place) => `${place.replace(/^node_modules\//, '')}@${packages[place]?.version}`).sort();
}

/** Where Node finds a package that one at `place` imports: below it, or below a folder above. */
function findInstalled(name: string, place: string, packages: LockedPackages): string | undefined {
  for (let top = place; top !== ''; top = top.slice(0, Math.max(0, top.lastIndexOf('/node_modules/')))) {
    const inner = `${top}/node_modules/${name}`;
    if (packages[inner]) return inner;
  }
  const outer = `node_modules/${name}`;
  return packages[outer] ? outer : undefined;
}
