/** The page: type, columns, summary, controls. */
export const pageStyle = `
*{box-sizing:border-box}
html{font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;background:var(--paper);color:var(--ink);-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0}
code,pre,kbd{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.87em}
code{overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:.15em;text-decoration-thickness:1px}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:2px}
[hidden]{display:none!important}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:-99rem;padding:.5rem 1rem;background:var(--raised);z-index:9}
.skip:focus{left:.5rem;top:.5rem}
h1,h2,h3,h4,h5{line-height:1.3;margin:0;font-weight:600;overflow-wrap:anywhere}
h1{font-size:1.5rem;letter-spacing:-.01em}
h2{font-size:1.2rem;margin-bottom:.9rem;padding-bottom:.35rem;border-bottom:1px solid var(--line)}
h3{font-size:1rem}
h4{font-size:.8rem;color:var(--faint);margin-bottom:.35rem}
h5{font-size:.8rem;color:var(--faint);margin-bottom:.25rem}
p{margin:.3rem 0;overflow-wrap:anywhere}
ul{margin:.3rem 0;padding-left:1.2rem}
li{overflow-wrap:anywhere}
dl,dd{margin:0}
.hint,.meaning,.source,.ms{color:var(--faint);font-size:.87em;font-weight:400}
.page{max-width:84rem;margin:0 auto;padding:1.5rem 1.5rem 4rem}
.top{display:flex;justify-content:space-between;align-items:flex-start;gap:1rem;margin-bottom:1.5rem}
.top p{margin:.15rem 0 0}
.top button{flex:none}
button,select,input[type=search]{font:inherit;font-size:.9rem;color:inherit;background:var(--raised);border:1px solid var(--line);border-radius:5px;padding:.25rem .6rem}
button{cursor:pointer}
button:hover:not(:disabled){border-color:var(--faint)}
button:disabled{color:var(--faint);cursor:default}
select,input[type=search]{width:100%}
.body{display:grid;gap:1.5rem;grid-template-columns:minmax(0,1fr)}
main{min-width:0}
main>section{margin-bottom:3rem}
.contents ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.15rem 1rem;font-size:.92rem}
.contents a{text-decoration:none}
.contents a:hover{text-decoration:underline}
.panel{margin-top:.8rem}
.panel>summary{font-size:.9rem;cursor:pointer;color:var(--faint)}
.filters>*{margin:.7rem 0}
.filters label,.filters legend{font-size:.8rem;color:var(--faint)}
.filters fieldset{border:0;padding:0;min-width:0}
.filters legend{padding:0}
.choice{display:flex;align-items:center;gap:.4rem;padding:.1rem 0}
.choice input{margin:0}
.row .choice{display:inline-flex;margin-right:.8rem}
kbd{border:1px solid var(--line);border-radius:3px;padding:0 .3em}
@media (min-width:68rem){.body{grid-template-columns:12.5rem minmax(0,1fr);gap:3rem}.side{position:sticky;top:1rem;align-self:start;max-height:calc(100vh - 2rem);overflow:auto;padding:2px}.contents ul{display:block}.contents li{margin:.2rem 0}.panel{border-top:1px solid var(--line);padding-top:.8rem;margin-top:1rem}}
.gate{border:1px solid var(--line);border-left:4px solid;border-radius:5px;padding:.8rem 1.1rem;background:var(--raised);margin-bottom:1.3rem}
.gate.open{border-left-color:var(--held)}
.gate.closed{border-left-color:var(--violated)}
.gate .word{font-size:1.2rem;font-weight:600;margin:0}
.gate.open .word{color:var(--held)}
.gate.closed .word{color:var(--violated)}
.gate ul,.gate p:last-child{margin:.2rem 0 0}
.overview{display:grid;gap:1.5rem 2.5rem}
@media (min-width:56rem){.overview{grid-template-columns:minmax(0,27rem) minmax(0,1fr)}}
.lines>div{margin-bottom:1rem}
.numbered{list-style:none;padding:0}
.numbered li{padding-left:1.6rem;text-indent:-1.6rem}
.numbered .ordinal{display:inline-block;min-width:1.3rem;text-indent:0}
.rank{font-size:.87rem;color:var(--faint);margin:.3rem 0 0}
.warning{border-left:4px solid var(--doubt);background:var(--doubt-bg);padding:.5rem .9rem;border-radius:5px;margin:0 0 1rem}
.aside{margin:1.1rem 0}
.group+.group{margin-top:1.5rem}
.nothing{color:var(--faint);font-style:italic}
.reason h3{display:flex;flex-wrap:wrap;gap:.5rem;align-items:baseline}
.pairs{list-style:none;padding:0;margin:.4rem 0 0;border-left:2px solid var(--line);padding-left:.9rem}
.pairs li{padding:.12rem 0}
.facts-list>div,.fields>div,.promise>div{display:grid;grid-template-columns:9rem minmax(0,1fr);gap:.8rem;padding:.12rem 0}
.facts-list{margin-bottom:1rem}
dt{color:var(--faint);font-size:.92em}
dd{overflow-wrap:anywhere}
.collection{margin:.5rem 0}
summary{cursor:pointer}
`;
