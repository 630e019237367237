/** The style of the emulator's pages, unlike any platform's brand. */
export const style: string = `
:root{color-scheme:light dark;--paper:light-dark(#f6f5f1,#15171c);--card:light-dark(#fff,#1e2128);
--ink:light-dark(#1d2129,#eceef2);--soft:light-dark(#5a6070,#a3a9b8);--line:light-dark(#dedcd4,#333843);
--accent:light-dark(#3f4fc4,#a5b0ff);--on-accent:light-dark(#fff,#14172a);--tint:light-dark(#eef0fd,#272b45);
--warn:light-dark(#7a4b00,#ffd08a);--warn-tint:light-dark(#fff3d6,#3a2d14);--stripe:light-dark(#ffe8ad,#453617)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;
overflow-wrap:anywhere}
.banner{padding:.55rem 1rem;text-align:center;font-size:.875rem;color:var(--warn);
background:repeating-linear-gradient(135deg,var(--warn-tint) 0 14px,var(--stripe) 14px 28px);
border-block-end:1px solid var(--line)}
.banner b{padding:.1rem .5rem;border-radius:.3rem;background:var(--warn-tint);font-weight:600}
main{max-width:36rem;margin:2rem auto;padding:0 1rem 3rem}
main.wide{max-width:64rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:1.5rem;
margin-block-end:1.25rem}
.people{display:grid;gap:.4rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr))}
.people label.choice{margin:0}
.grid{display:grid;gap:1.25rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr))}
.grid .card{margin:0}
.stack{display:grid;gap:1.25rem;align-content:start;min-width:0}
.grid .full{grid-column:1/-1}
h1{font-size:1.4rem;line-height:1.25;margin:0 0 .35rem;letter-spacing:-.01em}
h2{font-size:1.05rem;margin:0 0 .75rem}
*+h2{margin-block-start:1.25rem}
h3{font-size:.9rem;margin:1rem 0 .4rem;color:var(--soft);font-weight:600}
p{margin:.25rem 0 .75rem}
.soft,small{color:var(--soft)}
small{font-size:.85rem}
a{color:var(--accent)}
code{font:.85em ui-monospace,monospace;background:var(--tint);padding:.1rem .35rem;border-radius:.3rem}
pre{font:.85rem/1.5 ui-monospace,monospace;white-space:pre-wrap;margin:0}
fieldset{border:0;margin:1.25rem 0 0;padding:0}
legend{font-weight:600;padding:0;margin-block-end:.5rem}
label.choice{display:flex;gap:.75rem;align-items:center;padding:.55rem .75rem;border:1px solid var(--line);
border-radius:.7rem;margin-block-end:.4rem;cursor:pointer}
label.choice:has(input:checked){border-color:var(--accent);background:var(--tint)}
label.choice:has(input:focus-visible){outline:3px solid var(--accent);outline-offset:2px}
label.choice span{flex:1;min-width:0}
label.choice b{display:block;font-weight:600;line-height:1.35}
label.choice small{display:block;line-height:1.35}
label.choice code{background:none;padding:0}
input[type=radio],input[type=checkbox]{accent-color:var(--accent);inline-size:1.1rem;block-size:1.1rem;
margin:0;flex:none}
.face{border-radius:50%;flex:none;background:var(--line)}
button,select{font:inherit;color:inherit;border-radius:.7rem;border:1px solid var(--line);
background:var(--card);padding:.55rem 1rem;cursor:pointer}
button:hover{border-color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
button.main{background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:600}
.actions{display:flex;gap:.6rem;margin-block-start:1.25rem}
.actions button{flex:1;padding-block:.7rem}
.actions button.main{flex:2}
details{margin-block-start:1.25rem;border-block-start:1px solid var(--line);padding-block-start:.9rem}
summary{cursor:pointer;color:var(--soft)}
.list{display:flex;flex-wrap:wrap;gap:.5rem;margin-block-start:.7rem}
.list button{padding:.35rem .75rem;font-size:.9rem}
.plain{list-style:none;margin:0;padding:0}
.plain li{padding:.5rem 0;border-block-start:1px solid var(--line)}
.plain li:first-child{border:0;padding-block-start:0}
.person{display:flex;gap:.75rem;align-items:center}
.person span{flex:1;min-width:0}
.person small{display:block}
.mail{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:center;justify-content:space-between}
.code{white-space:nowrap}.code code{user-select:all;font-size:1rem;font-variant-numeric:tabular-nums}
.code button{padding:.15rem .7rem;font-size:.85rem;margin-inline-start:.35rem}
h1+.soft+.code{display:block;margin-block-end:1rem}
.stack>*,label{min-width:0}select{max-inline-size:100%}
table{inline-size:100%;border-collapse:collapse;font-size:.875rem}
th,td{text-align:start;vertical-align:top;padding:.4rem .75rem .4rem 0;border-block-end:1px solid var(--line)}
td:nth-child(-n+2){white-space:nowrap}
th{color:var(--soft);font-weight:600}
tbody th{white-space:nowrap;inline-size:1%;padding-inline-end:2rem}
.scroll{overflow-x:auto}
iframe{inline-size:100%;block-size:26rem;border:1px solid var(--line);border-radius:.7rem;background:#fff}
form.row{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
@media (max-width:30rem){main{margin-block-start:1rem}.card{padding:1.1rem}
.scroll thead{display:none}.scroll tr{display:grid;grid-template-columns:auto 1fr;border-block-end:1px solid var(--line)}
.scroll td{border:0}.scroll td:nth-child(3){grid-column:1/-1;padding-block-start:0}}
@media (forced-colors:active){.card,button,label.choice{border:1px solid}}
`
