import { readFile } from 'node:fs/promises';
import ts from 'typescript';

const compilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  inlineSourceMap: true,
};

/** Compiles a module while it is loaded: Nest lives on decorators and on the types that they see. */
export async function load(url, context, next) {
  if (!url.endsWith('.mts')) return next(url, context);
  const { outputText } = ts.transpileModule(await readFile(new URL(url), 'utf8'), { compilerOptions, fileName: url });
  return { format: 'module', source: outputText, shortCircuit: true };
}
