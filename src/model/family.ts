/** Where the duty of a rule comes from: the convention, the HTTP standard, or the document of the service itself. */
export const families = ['convention', 'http', 'document'] as const;

/** One of {@link families}. */
export type Family = (typeof families)[number];
