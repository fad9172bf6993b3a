import { RuledList } from '@/components/record/ruled-list'
import { LabelBadge } from '@/components/ui/label-badge'
import { Name, Prose } from '@/components/ui/prose'
import { TextLink } from '@/components/ui/text-link'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import { VERDICT_LABELS } from '@/lib/missions/labels'
import { recordHref, type SignedItem } from '@/lib/review/schemas'

const KIND_WORDS = { decision: 'Decision', proof: 'Proof', project: 'Mission' } as const

/** @param empty shown when there are none. */
export function SignedList({ items, empty }: { items: readonly SignedItem[]; empty?: string }) {
  return (
    <RuledList empty={empty}>
      {items.map((item) => (
        <li
          key={item.id}
          className="grid gap-x-10 gap-y-2 border-b border-rule py-5 md:grid-cols-[minmax(0,1fr)_17rem]"
        >
          <div className="min-w-0">
            <h3 className="text-xl [overflow-wrap:anywhere]">
              <TextLink href={recordHref(item)} className="decoration-green underline-offset-4 hover:underline">
                <Name text={item.title} />
              </TextLink>
            </h3>
            <p className="text-ink-soft [overflow-wrap:anywhere]">
              {KIND_WORDS[item.kind]}
              {item.detail === null ? null : (
                <>
                  : <Name text={item.detail} />
                </>
              )}
            </p>
            <Prose text={item.words} className="mt-2" />
          </div>
          <div className="space-y-1.5 text-sm text-ink-soft">
            <p>
              <LabelBadge label={VERDICT_LABELS[item.verdict]} />
            </p>
            <p>
              signed by <WalletAddress address={item.verifier} />
            </p>
            <p>
              <Moment at={item.signedAt} />
            </p>
          </div>
        </li>
      ))}
    </RuledList>
  )
}
