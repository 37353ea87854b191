import { dialects, type Fault, faults, type World } from '../../src/demo/start-demo.js';
import { listValidVariants } from '../matrix/check-fault.js';
import { libraryVariants } from '../matrix/start-service.js';

/** Seeds after which each fault was dealt once. */
const roundLength = 30;
/** Has no divisor with the number of ways in common that matters, so that neighbouring seeds are far apart. */
const stride = 7;

/** The dialects that a seed means: none for the first one. */
export function assignDialects(seed: number): readonly string[] {
  const ways = listValidVariants().filter(([way]) => !libraryVariants.some((name) => name === way));
  return ways[((seed - 1) * stride) % ways.length] ?? [];
}

/** The dialects without those in place of which a world brings its own. */
export function removeReplacedDialects(dialect: readonly string[], { needs = [] }: World): string[] {
  const brought = new Set(needs.map(findAxis));
  return dialect.filter((name) => !brought.has(findAxis(name)));
}

/** The faults that a seed is dealt, beside those that a world leaves no room for. */
export function assignFaults(seed: number, world: World, most: number): Fault[] {
  const dealt = faults.filter((_, index) => index % roundLength === seed % roundLength);
  const hasRoom = ({ dialect = [] }: Fault) => removeReplacedDialects(dialect, world).length === dialect.length;
  return dealt.filter(hasRoom).slice(0, most);
}

const findAxis = (wanted: string): string | undefined => dialects.find(({ name }) => name === wanted)?.axis;
