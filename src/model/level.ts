/** The weight of a clause (RFC 2119). A second axis beside the verdict, never mixed in. */
export type Level = 'MUST' | 'SHOULD' | 'MAY';
