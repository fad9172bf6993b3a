import { hashSource } from '@/lib/text/hash-source'
import { xmlText } from '@/lib/text/xml'
import { OFFLINE_CHECKER } from '@/lib/verify/generated/offline-checker'
import { wordsOfFile } from '@/lib/verify/offline-words'
import type { ReceiptFile } from '@/lib/verify/parse-file'

const STYLE = `:root{color-scheme:light dark;--ink:#1f2a1c;--soft:#59634f;--paper:#fbfaf4;--rule:#c9c5b0;--green:#2f6b3c;--red:#a33b3b;--ochre:#7d5c12}
@media(prefers-color-scheme:dark){:root{--ink:#e9e6d8;--soft:#a9ab98;--paper:#171b15;--rule:#474c3f;--green:#8fcf95;--red:#f19a92;--ochre:#e2bd66}}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.55 Georgia,'Times New Roman',serif;overflow-wrap:anywhere}
main{max-width:46rem;margin:0 auto;padding:2rem 1.25rem 4rem}h1{font-size:1.9rem;line-height:1.2;margin:.3rem 0 1rem}h2{font-size:1.2rem;margin:2.2rem 0 .6rem}
small{display:block;color:var(--soft)}a{color:inherit}dl{border-top:1px solid var(--rule);margin:0}dl>div{border-bottom:1px solid var(--rule);padding:.55rem 0}dt{color:var(--soft);font-size:.85rem}dd{margin:.1rem 0;white-space:pre-line}
#findings>p{border:2px solid var(--rule);padding:.8rem 1rem;font-size:1.15rem}#findings>p small{font-size:.85rem}#findings .sound,#findings .foreign{border-color:var(--green)}#findings .broken{border-color:var(--red);color:var(--red)}
ul{padding:0;list-style:none}li{padding:.25rem 0;font-weight:bold}li span{font-weight:normal;color:var(--soft)}.valid{color:var(--green)}.invalid{color:var(--red)}.unknown{color:var(--ochre)}
summary{cursor:pointer;padding:.5rem 0}pre,code{font:.78rem/1.5 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap}@media print{details:not([open]),.screen{display:none}main{padding:0}}
`

/** Nothing is fetched, and only this script and style run, because the file shows text by strangers. */
const POLICY = `default-src 'none'; script-src ${hashSource(OFFLINE_CHECKER)}; style-src ${hashSource(STYLE)}; base-uri 'none'; form-action 'none'`

/**
 * A receipt as one HTML file that works offline and checks its own hashes and signatures with an embedded checker
 * (docs/decisions.md#receipts-history-seeds). All data of the record is inserted as text. Its script draws the words anew from the
 * data that it checks; the static ones are for readers without scripts.
 * @param from the issuing service and its origin, where its key can be compared.
 */
export function offlineFile(file: ReceiptFile, from: { readonly service: string; readonly origin: string }): string {
  const { receipt } = file
  const place = `${from.origin}/receipts/${receipt.id}`
  const checker = `<a href="${xmlText(`${from.origin}/verify`)}">${xmlText(`${from.origin}/verify`)}</a>`
  const { title, outcome, rows } = wordsOfFile(file)
  const drawn = rows.map(([name, text]) => `<div><dt>${xmlText(name)}</dt><dd>${xmlText(text)}</dd></div>`)
  // `<` is escaped in the JSON, so that no text can end the element; parsing restores it.
  const data = JSON.stringify(file).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${xmlText(`Receipt: ${title}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<small>${xmlText(`Receipt of ${from.service}, saved as one file`)}</small>
<h1 id="title">${xmlText(title)}</h1>
<p><strong id="outcome">${xmlText(outcome)}</strong></p>
<section id="findings" aria-live="polite"><p>Checking …<small>Without JavaScript nothing is checked, and the words below are only what the file says.</small></p></section>
<p>This file asks nobody. It computes the hashes and recovers the signers by itself. Whether the key below is the service’s own, only
somebody who knows the service can say: compare it with ${checker}.</p>
<p>Whoever can change this file can change its checker, too. To be sure, copy the JSON at its end, and give it to ${checker}: that page
reads nothing else.</p>
<h2>What it says</h2>
<dl id="rows">${drawn.join('\n')}</dl>
<h2 class="screen">As it is written</h2>
<details class="screen"><summary>Receipt and histories as JSON</summary><div id="raw"></div></details>
<p><small>Issued at <a href="${xmlText(place)}">${xmlText(place)}</a></small></p>
</main>
<script type="application/json" id="file">${data}</script>
<script>${OFFLINE_CHECKER}</script>
</body>
</html>
`
}
