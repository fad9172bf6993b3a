import type { CheckKind } from '@/lib/verify/finding'

/** The meaning of each kind of check, for new readers. */
const EXPLANATIONS: Readonly<Record<CheckKind, { readonly name: string; readonly text: string }>> = {
  'content-hash': {
    name: 'Content hash',
    text: 'The SHA-256 of everything in the receipt but the hash itself, the service’s signature, the payments and the note of an erasure, in one agreed spelling (RFC 8785). If a single letter was changed after the receipt was issued, it differs.',
  },
  'service-signature': {
    name: 'Service signature',
    text: 'The Ed25519 signature (RFC 8032) of the service over that hash. It shows that whoever holds the service key issued exactly this content.',
  },
  'service-key': {
    name: 'Service key',
    text: 'Whether that key is one of this site’s, and had not been replaced by the receipt’s date. Anybody can make a receipt with a key of their own; only this tells whose it is.',
  },
  'wallet-signature': {
    name: 'Wallet signature',
    text: 'The signer is recovered from the verifier’s signature and the exact text that was signed (personal_sign, EIP-191), and must be the wallet that the receipt names.',
  },
  'signed-words': {
    name: 'Signed words',
    text: 'The text that was signed names the same verdict, the same wallet and the same reason as the receipt shows.',
  },
  'signed-content': {
    name: 'Signed content',
    text: 'The signed text holds the hash of what was judged: the proof with its link, its note and its files, or the decision with its side and explanation. It must be the hash of what the receipt shows. Reviews signed before files were a part of it hold for a proof that no file joined later.',
  },
  'milestone-verified': {
    name: 'Verified milestone',
    text: 'A milestone counts as verified only where the receipt holds a verifier’s signed approval that names this mission, this milestone and the proof. A mission that is called completed needs one for every required milestone that was not cancelled.',
  },
  'history-chain': {
    name: 'History chain',
    text: 'Every event of the record’s history carries the hash of the one before. Each is computed again, and the receipt signs the hash of the outcome’s event, so no event up to there can be changed, dropped or slipped in. A challenge’s history is bound by the hash of its conversion, which the mission’s first event names; missions from before that name none. Nothing signed binds what was added later.',
  },
  'history-record': {
    name: 'History of this record',
    text: 'The history that came with the file is that of this very mission or challenge, and leads to this receipt. A signed decision on the mission must be about this one, and come before its outcome.',
  },
  payments: {
    name: 'Payments',
    text: 'Payments are recorded beside a receipt after it was issued, so its signature does not cover them. Each must have its event in the mission’s history; look the transaction up on its chain.',
  },
}

export function Explanations() {
  return (
    <dl className="grid gap-x-12 gap-y-6 md:grid-cols-2">
      {Object.entries(EXPLANATIONS).map(([check, { name, text }]) => (
        <div key={check} id={`about-${check}`} className="min-w-0">
          <dt className="font-display text-lg">{name}</dt>
          <dd className="mt-1 text-ink-soft">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
