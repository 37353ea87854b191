import type { Fault, World } from '../../src/demo/start-demo.js';
import { allFaults } from '../faults/all-faults.js';
import { libraryVariants, listValidVariants } from '../matrix/valid-variants.js';
import { removeReplacedDialects } from './replaced-dialects.js';

/** Seeds after which each fault was assigned once. */
const roundLength = 30;
/** Has no divisor with the number of variants in common that matters, so that neighbouring seeds get different axes. */
const stride = 7;

/** The dialects of a seed: none for the first one. */
export function assignDialects(seed: number): readonly string[] {
  const variants = listValidVariants().filter(([name = '']) => !libraryVariants.includes(name));
  return variants[((seed - 1) * stride) % variants.length] ?? [];
}

/** The faults of a seed, without those whose dialects a world replaces. */
export function assignFaults(seed: number, world: World): Fault[] {
  const assigned = allFaults.filter((_, index) => index % roundLength === seed % roundLength);
  return assigned.filter(({ dialect = [] }) => removeReplacedDialects(dialect, world).length === dialect.length);
}
