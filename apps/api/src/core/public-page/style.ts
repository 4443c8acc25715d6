import { createHash } from 'node:crypto'

/** Old phones ignore unknown CSS, so every rule is an enhancement. */
export const STYLE = `
:root{color-scheme:light dark;--bench:#F1EFE9;--sheet:#FFFFFF;--ink:#10201D;--soft:#54635F;--line:#DDD9CF;--edge:#7B8985;--action:#0B5D52;--press:#084A41;--on:#FFFFFF;--tint:#E4EFEC;--bad:#A3261B;--badtint:#FBEAE7;--note:#7A4B00;--notetint:#FBF1DC;--good:#0F6B3A;--goodtint:#E5F3EA}
@media (prefers-color-scheme:dark){:root{--bench:#0C1110;--sheet:#151B1A;--ink:#E8EEEA;--soft:#9FB0AB;--line:#2A3432;--edge:#6B7B76;--action:#4FD1B8;--press:#7BE0CC;--on:#06231E;--tint:#18302B;--bad:#FF9D92;--badtint:#331B18;--note:#F0C674;--notetint:#2E2614;--good:#7FDCA4;--goodtint:#12291C}}
*{box-sizing:border-box}
html{background:#F1EFE9;background:var(--bench);-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-height:100vh;color:#10201D;color:var(--ink);font:17px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans Arabic",sans-serif;overflow-wrap:anywhere}
.page{max-width:30rem;margin:0 auto;padding:0 1rem 2rem}
.wide{max-width:62rem}
.bar{display:flex;align-items:center;justify-content:flex-end;min-height:44px;padding-top:.5rem}
.bar a{display:inline-flex;align-items:center;min-height:44px;padding:0 .75rem;margin:0 -.75rem;color:var(--soft);font-size:1rem;text-decoration:none;border-radius:.5rem}
.bar a:hover{color:var(--ink);text-decoration:underline}
.lab{margin:.5rem 0 1.5rem}
h1{margin:0;font-size:1.75rem;line-height:1.2;font-weight:700;letter-spacing:-.015em}
[dir=rtl] h1,[dir=rtl] h2{letter-spacing:0;line-height:1.35}
.logo{display:block;max-width:12rem;max-height:4rem;margin:0 0 .75rem;padding:.25rem;background:#FFFFFF;border-radius:.375rem}
.brand{display:flex;align-items:center;margin:0 0 1rem;font-size:1.125rem;font-weight:650}
.brand .logo{max-height:2.5rem;margin:0;margin-inline-end:.75rem}
.lab:after{content:"";display:block;width:2.5rem;height:3px;margin-top:.875rem;border-radius:2px;background:var(--action)}
.card{padding:1.5rem 1.25rem;background:#FFFFFF;background:var(--sheet);border:1px solid var(--line);border-radius:1rem;box-shadow:0 1px 2px rgba(16,32,29,.04),0 8px 24px rgba(16,32,29,.05)}
.card+.card{margin-top:1rem}
h1,h2,h3,p{text-wrap:pretty}
h1,h2{text-wrap:balance}
h2{margin:0 0 .75rem;font-size:1.3125rem;line-height:1.3;font-weight:650;letter-spacing:-.01em}
main h1{margin:0 0 .75rem;font-size:1.3125rem}
h2.small{font-size:1.0625rem;margin:0 0 .25rem}
p{margin:0 0 1rem}
p:last-child{margin-bottom:0}
.soft{color:#54635F;color:var(--soft)}
.kind{margin:0 0 .25rem;color:var(--soft);font-size:1rem}
dl{margin:1rem 0 0}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;padding:.625rem 0;border-top:1px solid var(--line)}
dt{color:var(--soft);padding-inline-end:1rem}
dd{margin:0;font-weight:600}
form{margin:0}
fieldset{min-width:0;margin:1.25rem 0 0;padding:0;border:0}
legend,.label{display:block;padding:0;margin:0 0 .125rem;font-size:1.0625rem;font-weight:600}
.fields{display:flex;margin:.75rem -.3125rem 0}
.fields label{flex:1 1 0;min-width:0;padding:0 .3125rem;color:var(--soft);font-size:1rem}
.fields .year{flex-grow:1.5}
.fields input{padding-left:.25rem;padding-right:.25rem;text-align:center}
input{display:block;width:100%;min-height:52px;margin-top:.25rem;padding:.5rem .75rem;color:var(--ink);background:var(--sheet);border:1px solid #7B8985;border-color:var(--edge);border-radius:.625rem;font:inherit;font-size:1.25rem;font-variant-numeric:tabular-nums;-webkit-appearance:none;appearance:none}
input[name=code]{padding:.5rem;font-size:1rem}
.code input{margin-top:.75rem;padding-left:.3em;letter-spacing:.3em;text-align:center;direction:ltr}
[dir=rtl] .code input{margin-right:0}
input[aria-invalid=true]{border-color:var(--bad);box-shadow:inset 0 0 0 1px var(--bad)}
.error{margin:.75rem 0 0;color:#A3261B;color:var(--bad);font-weight:600}
.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:52px;margin:1.25rem 0 0;padding:.5rem 1.25rem;color:#FFFFFF;color:var(--on);background:#0B5D52;background:var(--action);border:1px solid transparent;border-radius:.625rem;font:inherit;font-weight:650;text-align:center;text-decoration:none;cursor:pointer;-webkit-appearance:none;appearance:none}
.button:hover{background:var(--press)}
.second{color:#0B5D52;color:var(--action);background:transparent;border-color:#7B8985;border-color:var(--edge)}
.second:hover{background:var(--tint)}
.second+.second,.button+form .button{margin-top:.75rem}
.pair{display:flex;margin:1.25rem -.3125rem 0}
.pair .button{flex:1 1 0;margin:0 .3125rem;width:auto}
.call{display:inline-flex;align-items:center;min-height:44px;color:#0B5D52;color:var(--action);font-weight:650;text-underline-offset:.2em;white-space:nowrap}
.note{margin:1rem 0 0;padding:.625rem .875rem;color:var(--note);background:var(--notetint);border-radius:.625rem}
.shot{display:block;margin:0;background:var(--tint);border:1px solid var(--line);border-radius:.75rem;overflow:hidden}
.shot img{display:block;width:100%;height:auto;background:#FFFFFF;color:#54635F}
.none{padding:2.5rem 1.25rem;text-align:center}
svg{flex:none;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.verdict{display:flex;align-items:flex-start;border-width:2px}
.verdict svg{margin-inline-end:1rem}
.verdict h2{margin-bottom:.25rem}
.current{color:var(--good);border-color:var(--good);background:var(--goodtint)}
.superseded{color:var(--note);border-color:var(--note);background:var(--notetint)}
.withdrawn,.suspended,.unknown{color:var(--bad);border-color:var(--bad);background:var(--badtint)}
.verdict p{color:var(--ink)}
.host{margin:.75rem 0;color:#54635F;color:var(--soft)}
.host b{color:var(--ink)}
.drop{border-radius:.75rem}
.over{outline:3px dashed var(--action);outline-offset:.5rem}
.choose{position:relative;margin-top:.75rem;overflow:hidden}
.choose input{position:absolute;top:0;right:0;bottom:0;left:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.choose:focus-within{outline:3px solid var(--action);outline-offset:2px}
.finding{margin:.75rem 0 0;padding:.625rem .875rem;border-radius:.625rem;font-weight:600}
.finding.good{color:var(--good);background:var(--goodtint)}
.finding.warn{color:var(--note);background:var(--notetint)}
.finding.bad{color:var(--bad);background:var(--badtint)}
.code-shown{margin:0 0 1rem;font-variant-numeric:tabular-nums;letter-spacing:.02em}
.pass{margin:1.25rem 0 .5rem;padding:1rem;text-align:center;font-size:2rem;letter-spacing:.12em;background:var(--tint);border-radius:.75rem}
.list{margin:.75rem 0 0;padding:0;list-style:none}
.list>li{padding:.875rem 0;border-top:1px solid var(--line)}
.list>li:first-child{border-top:0}
.list.tight>li{padding:0}
.go{display:flex;align-items:center;justify-content:space-between;min-height:52px;padding:.5rem 0;color:var(--ink);text-decoration:none}
.go b{display:block;font-weight:600}
.go:hover b{text-decoration:underline;text-underline-offset:.2em}
.go:after{content:"";flex:none;width:.5rem;height:.5rem;margin-inline:1rem .25rem;border:solid var(--soft);border-width:2px 2px 0 0;transform:rotate(45deg)}
[dir=rtl] .go:after{transform:rotate(-135deg)}
.card>.links{margin:.75rem 0 -.75rem}
.links a{display:inline-flex;align-items:center;min-height:44px;padding-inline-end:1.5rem;color:var(--action);font-weight:600;text-underline-offset:.2em}
.foot{margin-top:1.5rem;color:#54635F;color:var(--soft)}
.foot p{margin:0 0 .25rem}
.foot form .button{margin:.75rem 0 0}
a:focus-visible,button:focus-visible,input:focus-visible{outline:3px solid var(--action);outline-offset:2px}
bdi,.ltr{unicode-bidi:isolate}
.ltr{direction:ltr}
@media (min-width:48em){
body{font-size:16px}
.page{padding-top:1.5rem;padding-bottom:4rem}
.card{padding:2rem}
h1{font-size:2rem}
.sides{display:flex;align-items:flex-start;flex-direction:row-reverse}
.sides .shot{flex:1 1 0;min-width:0}
.sides .facts{flex:none;width:24rem;margin-inline-end:1.5rem}
.wide .foot form .button{width:auto;display:inline-flex}
}
@media (max-width:47.99em){.facts{display:contents}.sides{display:flex;flex-direction:column}.sides .shot{order:1;margin:0 0 1rem}.sides .first{order:0;margin-bottom:1rem}.sides .more{order:2;margin-top:0}}
@media (max-width:21em){.pair{display:block}.pair .button{width:calc(100% - .625rem)}.pair .button+.button{margin-top:.75rem}}
@media (forced-colors:active){.button:not(.second){forced-color-adjust:none;color:HighlightText;background:Highlight;border-color:Highlight}.button:focus-visible{outline-color:CanvasText}input[aria-invalid=true]{border-width:3px}.note,.finding,.pass{border:1px solid}}
@media print{.bar,.foot,.pair,.more,.button{display:none}}
`

export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`
