/** From what a survey found to the text of a profile. Pure. */
export type { Kept, Open } from '../init/write/annotate-profile.js';
export { draft, type Found } from '../init/draft-profile.js';
export type { Draft } from '../init/draft-passage.js';
export { type Written, writeJson, writeYaml } from '../init/write/write-profile.js';
