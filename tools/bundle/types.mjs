// `node tools/bundle/types.mjs [folder]`: joins the types of each entry of the package, which `tsc` wrote to `dist/src`, in a few
// files of `dist/types`. The entries share them, so that a type of one is that of another.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = process.argv[2] ?? join(root, 'dist');

const { exports, dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const libraries = Object.keys({ ...dependencies, ...peerDependencies });

/** The name of an entry in `dist/types`, and the declarations that `tsc` wrote for it. */
const findInput = ({ types, default: code }) => [
  types.replace(/^\.\/dist\/types\/|\.d\.ts$/g, ''),
  code.replace('./dist/bundle', dist).replace('.js', '.d.ts'),
];
const entries = Object.values(exports).filter(({ types }) => types !== undefined);

const bundle = await rolldown({
  cwd: dist,
  input: Object.fromEntries(entries.map(findInput)),
  external: [/^node:/, ...libraries.map((name) => new RegExp(`^${name}(/|$)`))],
  plugins: [dts({ dtsInput: true, tsconfig: false })],
});
await bundle.write({ dir: join(dist, 'types'), cleanDir: true, chunkFileNames: 'shared/[name].ts' });
await bundle.close();
