import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'vitest';
import { isStrapiInstalled } from '../../tools/field/start-strapi.js';

/** What some tests need beside Node and npm. */
interface SystemPart {
  readonly isThere: () => boolean;
  /** The one command that installs it. */
  readonly install: string;
}

const quiet: SpawnSyncOptions = { stdio: 'ignore' };
const runs =
  (command: string, ...args: string[]) =>
  (): boolean =>
    spawnSync(command, args, quiet).status === 0;
const apt = (name: string): string => `apt-get install -y ${name}`;

/** Where Chromium is; the variable names another place. */
export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Where Jest is. */
export const jestPath = fileURLToPath(new URL('../../field/jest/node_modules/jest/bin/jest.js', import.meta.url));

/** The language server that editors use for YAML. */
export const languageServerPath = fileURLToPath(
  new URL('../../field/editor/node_modules/yaml-language-server/bin/yaml-language-server', import.meta.url),
);

/** The generator of the documentation site. */
const siteGenerator = fileURLToPath(new URL('../../site/node_modules/vitepress/bin/vitepress.js', import.meta.url));

const parts = {
  bash: { isThere: runs('bash', '-c', 'true'), install: apt('bash') },
  chromium: { isThere: () => existsSync(chromiumPath), install: apt('chromium') },
  editor: { isThere: () => existsSync(languageServerPath), install: 'npm run field:install-editor' },
  fastapi: {
    isThere: runs('/usr/bin/python3', '-c', 'import fastapi, uvicorn'),
    install: apt('python3-fastapi python3-uvicorn'),
  },
  fish: { isThere: runs('fish', '-c', 'true'), install: apt('fish') },
  flask: { isThere: runs('/usr/bin/python3', '-c', 'import flask'), install: apt('python3-flask') },
  jest: { isThere: () => existsSync(jestPath), install: 'npm run field:install-jest' },
  pty: { isThere: runs('python3', '-c', 'import pty'), install: apt('python3') },
  redis: { isThere: runs('redis-server', '--version'), install: apt('redis-server') },
  shellcheck: { isThere: runs('shellcheck', '--version'), install: apt('shellcheck') },
  site: { isThere: () => existsSync(siteGenerator), install: 'npm run docs:install' },
  strapi: { isThere: isStrapiInstalled, install: 'npm run field:install-cms' },
  tmux: { isThere: runs('tmux', '-V'), install: apt('tmux') },
  zsh: { isThere: runs('zsh', '-c', 'true'), install: apt('zsh') },
} satisfies Record<string, SystemPart>;

/** A part of the system that tests may need. */
export type SystemPartName = keyof typeof parts;

/**
 * Tests that need these parts of the system. Where one is missing they are skipped, with the command that installs it in
 * their name; on CI (`CI=true`), where nothing may be missing, they fail instead.
 */
export function describeWith(needed: readonly SystemPartName[], name: string, define: () => void): void {
  const missing = needed.filter((part) => !parts[part].isThere());
  if (missing.length === 0) {
    describe(name, define);
    return;
  }
  const how = missing.map((part) => `${part} is missing: ${parts[part].install}`).join('; ');
  if (process.env.CI === 'true')
    test(`${name} (${how})`, () => {
      throw new Error(how);
    });
  else describe.skip(`${name} (skipped, ${how})`, define);
}
