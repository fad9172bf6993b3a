import { OUTCOME_LABELS, verifiedWords } from '@/lib/missions/labels'
import type { ReceiptView } from '@/lib/receipts/schemas'
import { xmlText } from '@/lib/text/xml'

export const BADGE_HEIGHT_PX = 20
const PADDING_PX = 8
/** Average width of a letter in 11 px Verdana. `textLength` enforces it with any font. */
const LETTER_PX = 6.6
const DARK = '#22301f'
const COLOURS: Readonly<Record<ReceiptView['outcome'], string>> = {
  completed: '#2f6b3c',
  failed: '#a33b3b',
  rejected: '#a33b3b',
  abandoned: '#7a6a3a',
  expired: '#7a6a3a',
}

const widthOf = (text: string) => Math.round([...text].length * LETTER_PX) + 2 * PADDING_PX

function part(text: string, x: number, colour: string): string {
  const width = widthOf(text)
  return (
    `<rect x="${x}" width="${width}" height="${BADGE_HEIGHT_PX}" fill="${colour}"/>` +
    `<text x="${x + PADDING_PX}" y="14" textLength="${width - 2 * PADDING_PX}" lengthAdjust="spacingAndGlyphs">${xmlText(text)}</text>`
  )
}

/** The badge's text: the outcome, and how many milestones a verifier approved. */
export function badgeWords({ outcome, terms }: ReceiptView): string {
  return `${OUTCOME_LABELS[outcome].word} · ${verifiedWords(terms.milestones)}`.toLowerCase()
}

/** The width of a badge, for the place that a page keeps for it. */
export const badgeWidth = (service: string, receipt: ReceiptView): number =>
  widthOf(service) + widthOf(badgeWords(receipt))

/** A badge as SVG: the service's name, then the receipt's text. */
export function badge(service: string, receipt: ReceiptView): string {
  const words = badgeWords(receipt)
  const width = badgeWidth(service, receipt)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${BADGE_HEIGHT_PX}" role="img" aria-label="${xmlText(`${service}: ${words}`)}">` +
    `<title>${xmlText(`${service}: ${words}`)}</title>` +
    `<clipPath id="round"><rect width="${width}" height="${BADGE_HEIGHT_PX}" rx="3"/></clipPath>` +
    `<g clip-path="url(#round)" fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">` +
    `${part(service, 0, DARK)}${part(words, widthOf(service), COLOURS[receipt.outcome])}</g></svg>\n`
  )
}
