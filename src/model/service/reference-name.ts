/** Names of members that refer to other resources, so that only existing ids are valid. */
export const isReference = (name: string): boolean => /(?:_ids?|-ids?|Ids?|IDs?|_uuid|Uuid)$/.test(name);
