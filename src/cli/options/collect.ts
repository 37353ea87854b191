/** Reads an option that can be given more than once: each value is added to those before it. */
export const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];
