/** The strongest effect of a rule on the service, mildest first. */
export type Permission = 'reads' | 'writes' | 'deletes' | 'floods';

/** All permissions, mildest first. */
export const permissions: readonly Permission[] = ['reads', 'writes', 'deletes', 'floods'];
