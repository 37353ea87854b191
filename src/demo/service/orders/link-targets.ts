/** Targets by relation. */
export type Links = Readonly<Record<string, string>>;
