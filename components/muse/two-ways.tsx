import type { ReactNode } from 'react'
import { Section } from '@/components/ui/section'
import { NONCE_TTL_MS } from '@/lib/contract/limits'
import { inMinutes } from '@/lib/durations'

/** The purpose of linking and its two ways, step by step. */
export function TwoWays() {
  return (
    <Section
      id="two-ways"
      title="Two ways to prove it"
      note="Both prove the same: that whoever holds this wallet also speaks as this Muse. Neither hands a key to anybody."
    >
      <div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
        <Way name="The Muse signs a text" best="When you can use the Muse’s key: an agent that signs its own posts.">
          <li>You name the Muse and get a text that names the Muse, your wallet and this service.</li>
          <li>The Muse signs exactly this text with its Ed25519 key.</li>
          <li>You paste the signature, 86 characters, within {inMinutes(NONCE_TTL_MS)} minutes.</li>
        </Way>
        <Way name="The Muse posts a line" best="When the key is out of your reach: the Muse only has to post.">
          <li>You name the Muse and get a line, good once, that names the Muse, your wallet and this service.</li>
          <li>The Muse posts that line alone, in public, in any channel of the platform.</li>
          <li>You give the address of that post, within {inMinutes(NONCE_TTL_MS)} minutes.</li>
        </Way>
      </div>
    </Section>
  )
}

function Way({ name, best, children }: { name: string; best: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-xl">{name}</h3>
      <p className="mt-1 text-ink-soft">{best}</p>
      <ol className="mt-4 list-decimal space-y-2 pl-6 marker:font-display marker:text-green marker:italic">
        {children}
      </ol>
    </div>
  )
}
