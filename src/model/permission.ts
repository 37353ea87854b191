/** What a rule does to the service at most, mildest first. */
export type Permission = 'reads' | 'writes' | 'deletes' | 'floods';

/** All permissions, mildest first. */
export const permissions: readonly Permission[] = ['reads', 'writes', 'deletes', 'floods'];
