import { type Intent, keepIntent, readIntent } from '@/components/forms/kept-drafts'
import { readerAddress } from '@/components/wallet/session'
import { IDEMPOTENCY_TTL_MS } from '@/lib/contract/limits'
import { HOUR_MS } from '@/lib/durations'

/** The service forgets a key after its time. An hour less, so that none expires on its way. */
const KEY_AGE_MAX_MS = IDEMPOTENCY_TTL_MS - HOUR_MS

function isFresh({ at }: Intent): boolean {
  const age = Date.now() - at
  return age >= 0 && age < KEY_AGE_MAX_MS
}

/**
 * Idempotency keys by request: the same request after a lost response is the same intent and gets the same key.
 * @param draftKey the key of the draft that is sent, if it has one: then the intent survives a reload, as the draft does.
 */
export function createIntents(draftKey: () => string | undefined = () => undefined) {
  let last: Intent | null = null
  const keep = (intent: Intent | null) => {
    last = intent
    const draft = draftKey()
    if (draft !== undefined) keepIntent(readerAddress(), draft, intent)
  }
  return {
    keyOf(input: unknown): string {
      const text = JSON.stringify(input)
      const draft = draftKey()
      const kept = draft === undefined ? null : readIntent(readerAddress(), draft)
      const same = [last, kept].find((intent) => intent?.text === text && isFresh(intent))
      const intent = same ?? { text, key: crypto.randomUUID(), at: Date.now() }
      keep(intent)
      return intent.key
    },
    /** Call when it is recorded: the same request again is then a new intent. */
    done: () => keep(null),
  }
}
