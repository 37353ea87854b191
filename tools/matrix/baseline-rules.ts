/** Globs of the rules with which the correct demo is audited for a baseline, before a fault changes it. */
export const baselineRules: readonly string[] = ['creation/*', 'idempotency/*', 'actions/*'];
