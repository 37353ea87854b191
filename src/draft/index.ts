/** From what a survey found to the text of a profile. Pure. */
export type { Kept, Open } from './decorate.js';
export { draft, type Found } from './draft.js';
export type { Draft } from './word.js';
export { type Written, writeJson, writeYaml } from './write.js';
