/** Why a rule is not checked in a quick run. */
export const quickExclusion = 'left out by --quick';
