import { Suspense, useState } from 'react'
import { Button } from '@/components/forms/button'
import { lazyPart } from '@/components/record/lazy-part'
import { Gate } from '@/components/wallet/gate'
import type { Trial } from '@/lib/api/request'

const WouldRecord = lazyPart(() => import('@/components/forms/would-record'), 'WouldRecord')

/**
 * For whoever is signed in: what a form would record, told by the service's own trial of it, for as long as the form
 * says the same.
 * @param words what the form says now: other words, other object.
 */
export function TryOut({ words, busy, tryOut }: { words: object; busy: boolean; tryOut: () => Promise<Trial | null> }) {
  const [tried, setTried] = useState<{ readonly words: object; readonly trial: Trial } | null>(null)
  const ask = () => {
    tryOut().then((trial) => setTried(trial && { words, trial }))
  }
  const trial = tried?.words === words ? tried.trial : null
  return (
    <Gate>
      {() => (
        <div className="space-y-4">
          <Button kind="quiet" busy={busy} onClick={ask}>
            See what would be recorded
          </Button>
          <div role="status">
            {trial ? (
              <section
                aria-label="What would be recorded"
                className="space-y-4 border-l-2 border-rule-strong px-4 py-2"
              >
                <p className="text-ink-soft">Nothing is recorded yet. Recorded now, it would say:</p>
                <Suspense>
                  <WouldRecord trial={trial} />
                </Suspense>
              </section>
            ) : null}
          </div>
        </div>
      )}
    </Gate>
  )
}
