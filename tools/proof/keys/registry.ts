/** A file that gathers the definitions of other files, of which a job needs a few. */
export interface Registry {
  readonly file: string;
  /** The names that the registry and each file that it imports define; none for a file that it needs for itself. */
  readonly definitions: ReadonlyMap<string, readonly string[]>;
}

/** Whether a file is imported for what it defines, so that jobs about something else do not depend on it. */
export const isDefinitionImport = (from: string, to: string, registries: readonly Registry[]): boolean =>
  registries.some(({ file, definitions }) => file === from && (definitions.get(to) ?? []).length > 0);

/** The files that define these names, or any name where none are given. Throws for a name that no file defines: it would be a dependency that goes unnoticed. */
export function findDefiningFiles(names: readonly string[] | undefined, registries: readonly Registry[]): string[] {
  const all = registries.flatMap(({ definitions }) => [...definitions]).filter(([, defined]) => defined.length > 0);
  const lost = names?.find((name) => !all.some(([, defined]) => defined.includes(name)));
  if (lost !== undefined) throw new Error(`no registry imports a file that defines ${lost}`);
  const wanted = all.filter(([, defined]) => names === undefined || defined.some((name) => names.includes(name)));
  return [...new Set(wanted.map(([path]) => path))].sort();
}
