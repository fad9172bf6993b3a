import { createHash } from 'node:crypto'
import { chainName } from '@/lib/chain/labels'
import { milestoneLabel, OUTCOME_LABELS, PROOF_STATUS_LABELS, VERDICT_LABELS } from '@/lib/missions/labels'
import { bylineOfReceipt } from '@/lib/receipts/recorder'
import type { ReceiptView } from '@/lib/receipts/schemas'
import { xmlText } from '@/lib/text/xml'
import { OFFLINE_CHECKER } from '@/lib/verify/generated/offline-checker'
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

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing is fetched, and only this script and style run, because the file shows text by strangers. */
const POLICY = `default-src 'none'; script-src ${sha256(OFFLINE_CHECKER)}; style-src ${sha256(STYLE)}; base-uri 'none'; form-action 'none'`

type Row = readonly [name: string, text: string]

function rowsOf({ receipt, history }: ReceiptFile): Row[] {
  const { terms, discussion, decisionVerification: decision } = receipt
  const byline = bylineOfReceipt(receipt, history?.mission)
  const rows: (Row | null)[] = [
    [byline.wallet ? `${byline.words} (${byline.wallet})` : byline.words, receipt.statement],
    ['Owner', terms.owner],
    ['Contributor', terms.contributorWallet ?? 'Nobody, at the end'],
    ['Issued', receipt.issuedAt],
    ['Done when', terms.definitionOfDone],
    ['Deadline', `${terms.deadline}, midnight UTC`],
    [
      'Milestones',
      terms.milestones.map((one) => `${one.position}. ${one.title}: ${milestoneLabel(one, true).word}`).join('\n'),
    ],
    discussion.prompt ? ['What was asked', discussion.prompt] : null,
    discussion.explanation ? ['What the community decided', discussion.explanation] : null,
    decision ? ['Decision signed by', `${decision.verifier}\n${decision.explanation}`] : null,
    ...receipt.evidence.map(
      (proof): Row => [`Proof, ${PROOF_STATUS_LABELS[proof.status].word}`, wordsOf(receipt, proof)],
    ),
    ['Seeds credited', String(receipt.seeds.reduce((sum, { amount }) => sum + amount, 0))],
    ['Payments recorded beside it', paymentsOf(receipt)],
    ['Content hash (SHA-256)', receipt.contentHash],
    ['Key of the service (Ed25519)', receipt.serviceKey],
  ]
  return rows.filter((row) => row !== null)
}

function wordsOf({ verifierDecisions }: ReceiptView, { proofId, url, note }: ReceiptView['evidence'][number]): string {
  const reviews = verifierDecisions.filter((review) => review.proofId === proofId)
  const signed = reviews.map(
    ({ verdict, verifier, reason }) => `${VERDICT_LABELS[verdict].word}, signed by ${verifier}: ${reason}`,
  )
  return [url, note, ...signed].join('\n')
}

const paymentsOf = ({ payments }: ReceiptView): string =>
  payments.map(({ chainId, txHash }) => `${chainName(chainId)}: ${txHash}`).join('\n') || 'None'

/**
 * A receipt as one HTML file that works offline and checks its own hashes and signatures with an embedded checker
 * (docs/decisions.md#receipts-history-seeds). All data of the record is inserted as text.
 * @param from the issuing service and its origin, where its key can be compared.
 */
export function offlineFile(file: ReceiptFile, from: { readonly service: string; readonly origin: string }): string {
  const { receipt } = file
  const place = `${from.origin}/receipts/${receipt.id}`
  const rows = rowsOf(file).map(([name, text]) => `<div><dt>${xmlText(name)}</dt><dd>${xmlText(text)}</dd></div>`)
  // `<` is escaped in the JSON, so that no text can end the element; parsing restores it.
  const data = JSON.stringify(file).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${xmlText(`Receipt: ${receipt.terms.title}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<small>${xmlText(`Receipt of ${from.service}, saved as one file`)}</small>
<h1>${xmlText(receipt.terms.title)}</h1>
<p><strong>${xmlText(OUTCOME_LABELS[receipt.outcome].word)}</strong></p>
<section id="findings" aria-live="polite"><p>Checking …<small>Without JavaScript nothing is checked; the words below stand all the same.</small></p></section>
<p>This file asks nobody. It computes the hashes and recovers the signers by itself. Whether the key below is the service’s own, only
somebody who knows the service can say: compare it with <a href="${xmlText(`${from.origin}/verify`)}">${xmlText(`${from.origin}/verify`)}</a>.</p>
<h2>What it says</h2>
<dl>${rows.join('\n')}</dl>
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
