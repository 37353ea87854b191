/** The level of a clause (RFC 2119), independent of the verdict. */
export type Level = 'MUST' | 'SHOULD' | 'MAY';
