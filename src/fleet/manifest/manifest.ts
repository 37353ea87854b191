export interface ManifestInput {
  readonly name: string;
  /** Path of the fleet file as it was named. */
  readonly file: string;
  readonly targets: readonly string[];
  /** Names of the variables that the fleet file names. */
  readonly variables: readonly string[];
  readonly workers: number;
  readonly image: string;
}

/** A manifest, and what has to be done before it works. */
export interface Manifest {
  readonly notes: readonly string[];
  readonly content: object;
}
