/** Printing: everything unfolded, no controls, URLs written out. */
export const printStyle = `
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
@media (forced-colors:active){.proportions rect{fill:CanvasText}.wire,.ask,.tell{border-color:CanvasText}}
@media print{
@page{margin:16mm 14mm}
html{font-size:10.5pt;background:#fff}
.side,.top button,.copyable button,.pager button,.skip{display:none!important}
.page{max-width:none;padding:0}
.body{display:block}
details::details-content{content-visibility:visible;block-size:auto}
details>summary{list-style:none}
.number::before{content:""!important}
pre,.grid{max-height:none}
.scroll{overflow:visible;border:0}
pre{overflow:visible;white-space:pre-wrap;overflow-wrap:anywhere}
.scroll thead th,.matrix tbody th{position:static}
thead{display:table-header-group}
tr,.gate,.reason,.step>summary{break-inside:avoid}
h2,h3,h4{break-after:avoid}
.finding{break-before:page;border:0;padding:0;margin:0}
.group>.rank+.finding{break-before:auto}
a[href^="http"]::after{content:" (" attr(href) ")";font-size:.85em;overflow-wrap:anywhere}
.verdicts td,.clauses td,.verdicts th{min-width:0!important}
.diff .line,.mark,.shape,.matrix td,.proportions{-webkit-print-color-adjust:exact;print-color-adjust:exact}
}
`;
