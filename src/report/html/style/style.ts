import { findingStyle } from './finding-style.js';
import { pageStyle } from './page-style.js';
import { printStyle } from './print-style.js';
import { tableStyle } from './table-style.js';

const light = `--paper:#fbfbf9;--raised:#fff;--sunk:#f3f4f2;--ink:#1c2024;--faint:#565e67;--line:#dcdfe0;--link:#0a5394;--focus:#1264b8;
--held:#1b6b3a;--held-bg:#e7f3ea;--violated:#a8201a;--violated-bg:#fbe9e7;--errored:#6b3a93;--errored-bg:#f3ebf9;--doubt:#7a5200;--doubt-bg:#fbf1d9;--still:#565e67;--still-bg:#eef0f0;`;

const dark = `--paper:#14171a;--raised:#1a1e22;--sunk:#20252a;--ink:#e3e6e8;--faint:#a3acb5;--line:#343b42;--link:#7fb8f0;--focus:#7fb8f0;
--held:#7bd19a;--held-bg:#16301f;--violated:#ff9a90;--violated-bg:#3b1a18;--errored:#cfa8f0;--errored-bg:#2c1f38;--doubt:#e8c06a;--doubt-bg:#342809;--still:#a3acb5;--still-bg:#252a2f;`;

/** The style of the page: light and dark, on a desktop, a phone and paper. */
export const style: string = `:root{color-scheme:light;${light}}
@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${dark}}}
@media screen{:root[data-theme=dark]{color-scheme:dark;${dark}}}
${pageStyle}${tableStyle}${findingStyle}${printStyle}`;
