import { Face } from '@/components/ui/face'
import { shortAddress } from '@/components/ui/short-address'
import { TextLink } from '@/components/ui/text-link'

/** The role in which a wallet acts. */
export type WalletRole = 'owner' | 'contributor' | 'verifier'

/**
 * `0x252D…59cD` with its picture. The full address shows on hover and on paper, and a button copies it. If the reader's browser knows the
 * address, the style sheet adds the reader's name for it, or that it is theirs (`public/people.js`).
 * @param as its role here.
 * @param copies whether it has the copy button; lists of many records leave it out.
 */
export function WalletAddress({
  address,
  as: role,
  copies = true,
}: {
  address: string
  as?: WalletRole | null | undefined
  copies?: boolean
}) {
  const short = shortAddress(address)
  return (
    <span
      data-address={address}
      className="known-address inline-flex max-w-full flex-wrap items-center gap-x-1.5 align-bottom"
    >
      <TextLink
        href={`/wallets/${address}`}
        title={address}
        className="link inline-flex items-center gap-1 mono whitespace-nowrap print:whitespace-normal print:[overflow-wrap:anywhere] print:after:content-[attr(title)]"
      >
        <Face address={address} />
        <span className="print:hidden">{short}</span>
      </TextLink>
      {role ? (
        <span className="rounded-sm border border-rule-strong px-1 text-xs leading-5 text-ink-soft">{role}</span>
      ) : null}
      {copies ? <CopyAddress what={short} /> : null}
    </span>
  )
}

/** Copies the address around it (`public/acts.js`). @param what the copied text, for the button's name. */
export function CopyAddress({ what }: { what: string }) {
  return (
    <button
      type="button"
      data-does="copy"
      aria-label={`Copy ${what}`}
      title={`Copy ${what}`}
      className="needs-script -mx-1 inline-flex size-6 cursor-pointer items-center justify-center rounded-sm text-rule-strong hover:text-green data-[said=done]:text-green data-[said=failed]:text-madder print:hidden"
    >
      <svg viewBox="0 0 20 20" className="icon size-4" aria-hidden="true">
        <path d="M7 7V3.5h9.5V13H13M3.5 7H13v9.5H3.5z" />
      </svg>
    </button>
  )
}
