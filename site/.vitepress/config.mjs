import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';

/** The addresses of headings are those of the host of the repository, which links in the pages use. */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** `npm run docs` lays out the pages, and writes their order. */
export default defineConfig({
  title: 'assay',
  description: 'Conformance test kit for resource-oriented HTTP services',
  lang: 'en',
  srcDir: 'pages',
  outDir: 'dist',
  base: process.env.SITE_BASE ?? '/',
  // A link to a missing page fails the build.
  ignoreDeadLinks: false,
  lastUpdated: false,
  // The index of the search and the convention are larger than the usual limit, and loaded only when they are used.
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  markdown: {
    html: false,
    anchor: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: JSON.parse(readFileSync(new URL('../pages/sidebar.json', import.meta.url), 'utf8')),
  },
});
