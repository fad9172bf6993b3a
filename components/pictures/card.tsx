import type { ReactElement } from 'react'
import { type ChallengeFacts, ChallengePicture } from '@/components/pictures/challenge-picture'
import { type MissionFacts, MissionPicture } from '@/components/pictures/mission-picture'
import { type ReceiptFacts, ReceiptPicture } from '@/components/pictures/receipt-picture'
import { SitePicture } from '@/components/pictures/site-picture'

/** Everything that a picture shows: plain data, which a thread can be given. `name` is the service's. */
export type Card =
  | { readonly kind: 'site'; readonly name: string }
  | { readonly kind: 'challenge'; readonly name: string; readonly facts: ChallengeFacts }
  | { readonly kind: 'mission'; readonly name: string; readonly facts: MissionFacts }
  | { readonly kind: 'receipt'; readonly name: string; readonly facts: ReceiptFacts }

export function cardElement(card: Card): ReactElement {
  switch (card.kind) {
    case 'site':
      return <SitePicture name={card.name} />
    case 'challenge':
      return <ChallengePicture name={card.name} facts={card.facts} />
    case 'mission':
      return <MissionPicture name={card.name} facts={card.facts} />
    case 'receipt':
      return <ReceiptPicture name={card.name} facts={card.facts} />
  }
}
