import { dialects, type Fault, faults, type World } from '../../src/demo/start-demo.js';
import { soundWays } from '../matrix/check-fault.js';
import { libraryWays } from '../matrix/start-service.js';

/** Seeds after which each fault was dealt once. */
const round = 30;
/** Has no divisor with the number of ways in common that matters, so that neighbouring seeds are far apart. */
const stride = 7;

/** The dialects that a seed means: none for the first one. */
export function dialectFor(seed: number): readonly string[] {
  const ways = soundWays().filter(([way]) => !libraryWays.some((name) => name === way));
  return ways[((seed - 1) * stride) % ways.length] ?? [];
}

/** The dialects without those in place of which a world brings its own. */
export function fitting(dialect: readonly string[], { needs = [] }: World): string[] {
  const brought = new Set(needs.map(axisOf));
  return dialect.filter((name) => !brought.has(axisOf(name)));
}

/** The faults that a seed is dealt, beside those that a world leaves no room for. */
export function faultsFor(seed: number, world: World, most: number): Fault[] {
  const dealt = faults.filter((_, index) => index % round === seed % round);
  const hasRoom = ({ dialect = [] }: Fault) => fitting(dialect, world).length === dialect.length;
  return dealt.filter(hasRoom).slice(0, most);
}

const axisOf = (wanted: string): string | undefined => dialects.find(({ name }) => name === wanted)?.axis;
